/** Injects inbound messages and delivery reports into the loopback carrier, for operators. */
import { fileNames } from "../../core/media/file_names.ts";
import { mediaTypeOfExtension, TEXT_TYPE } from "../../core/media/media_types.ts";
import type { Blobs, ConnectorHost, Injection } from "../../ports/mod.ts";
import { LOOPBACK } from "./mod.ts";

export interface InjectionPorts {
  host: ConnectorHost;
  blobs: Pick<Blobs, "put">;
  newKey(): string;
}

interface File {
  name: string;
  content: Uint8Array;
}

const TEXT = `${TEXT_TYPE}; charset=utf-8`;

/** Types by extension that handsets send although slides do not support them. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  txt: TEXT,
  smil: "application/smil",
  jpeg: "image/jpeg",
};

export function createInjection({ host, blobs, newKey }: InjectionPorts): Injection {
  async function storeFiles(files: readonly File[]) {
    const types = files.map(({ name }) => typeOf(name));
    const names = fileNames(files.map(({ name }, index) => ({
      name,
      type: types[index]!,
      location: null,
      contentId: null,
    })));
    return await Promise.all(files.map(async ({ content }, index) => {
      const { hash, bytes } = await blobs.put(content);
      return { name: names[index]!, type: types[index]!, blob: hash, bytes };
    }));
  }

  return {
    connector: LOOPBACK,

    async sms(message) {
      const key = newKey();
      const at = host.clock.now();
      return await host.inboundSms({ connector: LOOPBACK, key, ...message, at }) ? key : null;
    },

    async mms({ from, to, operatorId, subject, text, files }) {
      const key = newKey();
      const at = host.clock.now();
      const textFiles = text === null
        ? []
        : [{ name: "text.txt", content: new TextEncoder().encode(text) }];
      const isOwned = await host.inbound({
        connector: LOOPBACK,
        key,
        from,
        to,
        vasid: null,
        subject,
        operatorId,
        files: await storeFiles([...textFiles, ...files]),
        at,
      });
      return isOwned ? key : null;
    },

    async report(carrierId, outcome) {
      await host.report({ connector: LOOPBACK, carrierId, outcome, at: host.clock.now() });
    },
  };
}

/** Derives a file's type from its extension. */
function typeOf(name: string): string {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return OTHER_TYPES[extension] ?? mediaTypeOfExtension(extension)?.type ??
    "application/octet-stream";
}
