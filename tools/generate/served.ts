/** Documents that the service serves: parts of openapi.yaml, each for its own readers. */

/** Node of a parsed document. */
type Node = Record<string, unknown>;

/** Readers of a document, as the entries of `x-documents` name them. */
export type Readers = "customer" | "admin";

interface Served extends Node {
  tags: string[];
}

/**
 * Extracts the document of some readers: the operations with one of its tags, postbacks included,
 * and the components that these use.
 *
 * @param tree The parsed openapi.yaml.
 */
function servedDocument(tree: Readonly<Node>, readers: Readers): Node {
  const { tags, ...info } = (tree["x-documents"] as Record<Readers, Served>)[readers];
  const paths = withTags(tree.paths as Node, tags);
  const webhooks = withTags(tree.webhooks as Node, tags);
  const isEmpty = Object.keys(webhooks).length === 0;
  const document = {
    openapi: tree.openapi,
    info: { ...tree.info as Node, ...info },
    servers: tree.servers,
    tags: (tree.tags as { name: string }[]).filter(({ name }) => tags.includes(name)),
    paths,
    ...isEmpty ? {} : { webhooks },
  };
  const components = usedComponents(tree.components as Record<string, Node>, document);
  return withoutCitations({ ...document, components }) as Node;
}

/** Writes the document of some readers as JSON with a line for each operation and component. */
export function servedText(tree: Readonly<Node>, readers: Readers): string {
  return `${linesOf(servedDocument(tree, readers), 3)}\n`;
}

/** @param depth Levels whose fields have lines of their own. */
function linesOf(node: unknown, depth: number): string {
  if (depth === 0 || typeof node !== "object" || node === null || Array.isArray(node)) {
    return JSON.stringify(node);
  }
  const fields = Object.entries(node)
    .map(([name, value]) => `${JSON.stringify(name)}:${linesOf(value, depth - 1)}`);
  return `{\n${fields.join(",\n")}\n}`;
}

/** Selects the operations that have one of the tags, and the paths with any. */
function withTags(paths: Node, tags: readonly string[]): Node {
  const isServed = (operation: unknown) =>
    (operation as { tags?: string[] }).tags?.some((tag) => tags.includes(tag)) ?? false;
  const served = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item as Node)
      .filter(([key, value]) => key === "parameters" || isServed(value));
    return [path, Object.fromEntries(operations)] as const;
  });
  return Object.fromEntries(
    served.filter(([, item]) => Object.keys(item).some((key) => key !== "parameters")),
  );
}

/** Selects the components that the document refers to, directly or through others, in their order. */
function usedComponents(components: Record<string, Node>, document: Node): Record<string, Node> {
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    for (const ref of [...referencesIn(node)].filter((each) => !used.has(each))) {
      used.add(ref);
      const [, , kind, name] = ref.split("/");
      visit(components[kind!]![name!]);
    }
  };
  visit(document);
  const schemes = new Set(securityOf(document));
  const isUsed = (kind: string, name: string) =>
    kind === "securitySchemes" ? schemes.has(name) : used.has(`#/components/${kind}/${name}`);
  const served = Object.entries(components).map(([kind, named]) =>
    [
      kind,
      Object.fromEntries(Object.entries(named).filter(([name]) => isUsed(kind, name))),
    ] as const
  );
  return Object.fromEntries(served.filter(([, named]) => Object.keys(named).length > 0));
}

/** Lists the references of a node: `$ref`, and the values of `mapping` and of extensions. */
function* referencesIn(node: unknown): Generator<string> {
  if (typeof node === "string" && node.startsWith("#/components/")) yield node;
  if (typeof node !== "object" || node === null) return;
  for (const value of Object.values(node)) yield* referencesIn(value);
}

function securityOf({ paths, webhooks = {} }: Node): string[] {
  return [paths, webhooks].flatMap((each) =>
    Object.values(each as Record<string, Node>).flatMap((item) =>
      Object.values(item).flatMap((operation) =>
        ((operation as { security?: Node[] }).security ?? []).flatMap((each) => Object.keys(each))
      )
    )
  );
}

/** Removes citations of the specification, which readers of the document do not have. */
export function withoutCitations(node: unknown): unknown {
  if (typeof node === "string") return node.replaceAll(/ \(spec [^)]*\)/g, "");
  if (Array.isArray(node)) return node.map(withoutCitations);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutCitations(value)]),
  );
}
