/** Reader of the provider's responses: success, ids and errors, by the settings. */
import type { SettingsOf } from "../../core/routing/connector.ts";
import type { ProviderFault, ProviderResponse } from "../http_carrier/protocol.ts";
import type { CodeRow } from "../http_carrier/provider.ts";
import { readSelector, readSuccessSign, type Selector } from "./selector.ts";
import { linesOf } from "./setting.ts";

export type ResponseSettings = Pick<
  SettingsOf<"http">,
  "errorPath" | "errorTextPath" | "idPath" | "successMatch" | "successStatuses"
>;

export interface ResponseReader {
  /** Returns the provider's id; null: the response has none, or is not of success. */
  idOf(response: ProviderResponse): string | null;
  /** Tells whether a response is of success. */
  isSuccess(response: ProviderResponse): boolean;
  /** Reads the error; null: the response is of success, or none of the provider's. */
  faultOf(response: ProviderResponse): ProviderFault | null;
}

/** Beginning of codes that are HTTP statuses. */
export const HTTP_CODE = "http-";

/**
 * @param codes Codes of the settings.
 * @throws {Refusal} E100
 */
export function createResponseReader(
  settings: ResponseSettings,
  codes: readonly CodeRow[],
): ResponseReader {
  const { errorPath, errorTextPath, idPath, successMatch, successStatuses } = settings;
  const select = (setting: string, text: string | null): Selector =>
    text === null ? () => null : readSelector(setting, text);
  const id = select("id-path", idPath);
  const errorCode = select("error-path", errorPath);
  const errorText = select("error-text-path", errorTextPath);
  const statuses = successStatuses?.split(",").map(Number) ?? null;
  const signs = linesOf(successMatch ?? "").map(({ line, text }) =>
    readSuccessSign("success-match", text, line)
  );
  const named = new Set(codes.map(({ code }) => code));

  function isStatusOfSuccess({ status }: ProviderResponse): boolean {
    return status >= 200 && status < 300 && (statuses === null || statuses.includes(status));
  }

  function isSuccess(response: ProviderResponse): boolean {
    return isStatusOfSuccess(response) &&
      (signs.length === 0 || signs.some((sign) => sign.isIn(response)));
  }

  /** Returns the code that decides: of the body where the table has it, else of the status. */
  function codeOf(response: ProviderResponse): string | null {
    const contrary = signs.map((sign) => sign.contrary(response)).find((each) => each !== null);
    const code = errorCode(response) ?? contrary ?? null;
    const ofStatus = `${HTTP_CODE}${response.status}`;
    return (code === null || !named.has(code)) && named.has(ofStatus) ? ofStatus : code;
  }

  return {
    isSuccess,
    // Also of a duplicate, which is an error.
    idOf: (response) => id(response),

    faultOf(response) {
      if (isSuccess(response)) return null;
      const [code, text] = [codeOf(response), errorText(response)];
      // A page of a proxy has neither.
      return code === null && text === null ? null : { code, text };
    },
  };
}
