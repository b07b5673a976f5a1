/** Tests that share a fixture which takes long to create. */

/** Registers a test whose function gets the fixture. */
export type SharingTest<Fixture> = (
  name: string,
  run: (fixture: Fixture, t: Deno.TestContext) => unknown,
  options?: { readonly ignore?: boolean },
) => void;

/**
 * Lets tests share a fixture. The first test that runs creates it, whichever a filter leaves; it ends
 * with the last test of the file. Tests run in the order of their registration, but each must pass
 * alone.
 */
export function sharing<Fixture extends AsyncDisposable>(
  create: () => Promise<Fixture>,
): SharingTest<Fixture> {
  let fixture: Promise<Fixture> | undefined;
  Deno.test.afterAll(async () => {
    // A fixture that could not be created has failed the tests.
    const created = await fixture?.catch(() => undefined);
    await created?.[Symbol.asyncDispose]();
  });
  return (name, run, options = {}) =>
    Deno.test({
      name,
      ...options,
      fn: async (t) => void await run(await (fixture ??= create()), t),
    });
}
