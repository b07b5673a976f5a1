/** Manifests of the clients' packages, by language. */
import deno from "../../deno.json" with { type: "json" };

/** SPDX identifier of the clients' licence; empty until one is chosen. */
export const LICENCE: string = "";

const { version } = deno;
const DESCRIPTION = "Client of the JSON API of a slidepost service";

/** Manifest of a package. */
interface Manifest {
  readonly file: string;
  /** Name of the package in the registry of its language. */
  readonly name: string;
  /** Writes the file with the licence, or with the format's word for none. */
  write(this: void, licence: string): string;
}

const NPM: Manifest = {
  file: "package.json",
  name: "@slidepost/client",
  write: (licence) =>
    json({
      name: NPM.name,
      version,
      description: DESCRIPTION,
      license: licence || "UNLICENSED",
      type: "module",
      exports: { ".": { types: "./mod.d.ts", default: "./mod.js" } },
      types: "./mod.d.ts",
      // From this version on the globals have all that the client needs (`AbortSignal.any`).
      engines: { node: ">=20.3" },
      sideEffects: false,
    }),
};

/** The format has a path and a version of Go only: the rest stands in a comment. */
const GO: Manifest = {
  file: "go.mod",
  name: "slidepost",
  write: (licence) =>
    `// ${DESCRIPTION}, version ${version}, ${licence ? `under ${licence}` : "without a licence"}.
module ${GO.name}

go 1.18
`,
};

const COMPOSER: Manifest = {
  file: "composer.json",
  name: "slidepost/client",
  write: (licence) =>
    json({
      name: COMPOSER.name,
      version,
      description: DESCRIPTION,
      license: licence || "proprietary",
      type: "library",
      require: { php: ">=8.1", "ext-json": "*", "ext-hash": "*" },
      suggest: { "ext-openssl": "for services over https" },
      autoload: { "psr-4": { "Slidepost\\": "src/" } },
    }),
};

/** A licence needs a setuptools that knows PEP 639; a classifier for none is older. */
const PYPROJECT: Manifest = {
  file: "pyproject.toml",
  name: "slidepost",
  write: (licence) =>
    `[build-system]
requires = ["setuptools>=${licence ? "77.0.3" : "61"}"]
build-backend = "setuptools.build_meta"

[project]
name = "${PYPROJECT.name}"
version = "${version}"
description = "${DESCRIPTION}"
readme = "README.md"
requires-python = ">=3.9"
${licence ? `license = "${licence}"` : 'classifiers = ["License :: Other/Proprietary License"]'}

[tool.setuptools]
packages = ["slidepost"]

[tool.setuptools.package-data]
slidepost = ["py.typed"]
`,
};

const POM: Manifest = {
  file: "pom.xml",
  name: "slidepost:slidepost",
  write: (licence) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>slidepost</groupId>
  <artifactId>slidepost</artifactId>
  <version>${version}</version>
  <packaging>jar</packaging>
  <name>slidepost</name>
  <description>${DESCRIPTION}</description>
  <licenses>
    <license>
      <name>${licence || "proprietary"}</name>
    </license>
  </licenses>
  <properties>
    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
</project>
`,
};

/** Manifests by language. */
export const MANIFESTS = {
  typescript: NPM,
  go: GO,
  php: COMPOSER,
  python: PYPROJECT,
  java: POM,
} satisfies Record<string, Manifest>;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
