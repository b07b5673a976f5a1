/** Responses of the provider: success, ids and errors, by the settings. */
import type { SettingsOf } from "../../core/routing/connector.ts";
import type { Answer, ProviderFault } from "../http_carrier/protocol.ts";
import type { CodeRow } from "../http_carrier/provider.ts";
import { readSelector, readSuccessSign, type Selector } from "./selector.ts";
import { linesOf } from "./setting.ts";

export type AnswerSettings = Pick<
  SettingsOf<"http">,
  "errorPath" | "errorTextPath" | "idPath" | "successMatch" | "successStatuses"
>;

export interface Answers {
  /** Returns the provider's id; null: the response has none, or is not of success. */
  idOf(answer: Answer): string | null;
  /** Tells whether a response is of success. */
  isSuccess(answer: Answer): boolean;
  /** Reads the error; null: the response is of success, or none of the provider's. */
  faultOf(answer: Answer): ProviderFault | null;
}

/** Beginning of codes that are HTTP statuses. */
export const HTTP_CODE = "http-";

/**
 * @param codes Codes of the settings.
 * @throws {Refusal} E100
 */
export function readAnswers(settings: AnswerSettings, codes: readonly CodeRow[]): Answers {
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

  function isStatusOfSuccess({ status }: Answer): boolean {
    return status >= 200 && status < 300 && (statuses === null || statuses.includes(status));
  }

  function isSuccess(answer: Answer): boolean {
    return isStatusOfSuccess(answer) &&
      (signs.length === 0 || signs.some((sign) => sign.isIn(answer)));
  }

  /** Returns the code that decides: of the body where the table has it, else of the status. */
  function codeOf(answer: Answer): string | null {
    const contrary = signs.map((sign) => sign.contrary(answer)).find((each) => each !== null);
    const code = errorCode(answer) ?? contrary ?? null;
    const ofStatus = `${HTTP_CODE}${answer.status}`;
    return (code === null || !named.has(code)) && named.has(ofStatus) ? ofStatus : code;
  }

  return {
    isSuccess,
    // Also of a duplicate, which is an error.
    idOf: (answer) => id(answer),

    faultOf(answer) {
      if (isSuccess(answer)) return null;
      const [code, text] = [codeOf(answer), errorText(answer)];
      // A page of a proxy has neither.
      return code === null && text === null ? null : { code, text };
    },
  };
}
