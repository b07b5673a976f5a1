/** Samples of every type of the API, with every field, from the model of the clients. */
import {
  type ClientModel,
  modelOf,
  type ObjectType,
  type Type,
} from "../../tools/generate/client/model.ts";
import { parseDocument } from "../../tools/generate/yaml.ts";

/** Text that breaks careless encoders: quotes, controls, emoji, right to left, a separator. */
export const AWKWARD = 'a "b" \\ / </script> é 👩‍👩‍👧 \u{1F600} שלום العربية \u2028 \t \n ¥ 中文';

/** Model of the clients. */
export const model = modelOf(
  parseDocument(await Deno.readTextFile(new URL("../../openapi.yaml", import.meta.url))),
);

/** Fields of later versions, which a client must ignore. */
export const LATER = {
  "x-later": { deep: [{ very: null }] },
  ["__proto__"]: "none",
  constructor: 1,
};

/** Builds samples by the names of types. */
class Samples {
  constructor(readonly model: ClientModel) {}

  /** Builds an object in JSON; `isSmall`: with its required fields only. */
  object(name: string, isSmall = false): Record<string, unknown> {
    const { fields } = this.type(name);
    return Object.fromEntries(
      fields.filter(({ required }) => required || !isSmall)
        .map(({ wire, type }) => [wire, this.#value(type, `${wire}: ${AWKWARD}`, isSmall)]),
    );
  }

  type(name: string): ObjectType {
    return this.model.objects.find((each) => each.name === name)!;
  }

  #value(type: Type, text: string, isSmall: boolean): unknown {
    switch (type.kind) {
      case "text":
        return type.values?.length === 1 ? type.values[0] : text;
      case "flag":
        return false;
      case "integer":
        return 9_007_199_254_740_991;
      case "enum":
        return this.model.enums.find(({ name }) => name === type.name)!.values.at(-1);
      case "object":
        return this.object(type.name, isSmall);
      case "list":
        return isSmall ? [] : [1, 2].map((at) => this.#value(type.item, `${at}. ${text}`, false));
      case "any":
        return [text, 1, { "Nested É": null }];
      case "map":
        return {
          "text-area-1": this.#value(type.value, text, isSmall),
          "Key É": this.#value(type.value, "", isSmall),
        };
    }
  }
}

export const samples = new Samples(model);
