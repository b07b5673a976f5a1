/** Files of the embedded database: its user's alone, whatever mode it asks for. */
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Init = Parameters<NodeFS["init"]>;
type Options = Init[1];
type Hook = NonNullable<Options["preRun"]>[number];

/** Part of Emscripten's NODEFS that is read: how it changes a file that a path, or a stream, names. */
interface Operations {
  setattr(file: unknown, attributes: { mode?: number | null }): void;
}

/**
 * A directory of the host's file system as PGlite's. Emscripten gives each file that it makes the
 * mode 0666 by chmod(2), past the process's umask.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[database, options]: Init) {
    const { emscriptenOpts } = await super.init(database, options);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [withoutOthers, ...hooksOf(emscriptenOpts)] },
    };
  }
}

const hooksOf = ({ preRun }: Partial<Options>): Hook[] => (preRun ?? []) as Hook[];

/** Takes the bits of group and others from every mode that a module sets. */
const withoutOthers = ((module: { NODEFS: { node_ops: Operations; stream_ops: Operations } }) => {
  for (const operations of [module.NODEFS.node_ops, module.NODEFS.stream_ops]) {
    const { setattr } = operations;
    operations.setattr = (file, attributes) => {
      const { mode } = attributes;
      setattr(file, mode == null ? attributes : { ...attributes, mode: mode & ~0o077 });
    };
  }
}) as Hook;
