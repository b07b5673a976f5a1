/** The pages behind the links of texts, as `http/visitor_answer.ts` asks for them. */
export { messagePage as message } from "./message_page.ts";
export { gonePage as gone, missingPage as missing } from "./notice_page.ts";
export { STYLE as style } from "./style.ts";
