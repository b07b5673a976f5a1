/** Statements with optional parts, so that a batch pays only for the parts that it needs. */

/** Parts that a form of the statement includes. */
export type Parts<Part extends string> = Readonly<Record<Part, boolean>>;

/** Returns the next parameter's placeholder: `$2`, `$3` … (`$1` is the batch). */
export type NextPlaceholder = () => string;

/**
 * Creates a memoised writer of a statement's forms: equal text is prepared once per connection.
 *
 * @param write Writes the SQL; takes placeholders in the order in which callers pass parameters.
 */
export function statementForms<Part extends string>(
  write: (has: Parts<Part>, next: NextPlaceholder) => string,
): (has: Parts<Part>) => string {
  const texts = new Map<string, string>();
  return (has) => {
    const form = JSON.stringify(has);
    let sql = texts.get(form);
    if (sql === undefined) {
      let position = 1;
      texts.set(form, sql = write(has, () => `$${++position}`));
    }
    return sql;
  };
}
