/** The hosted pages, exported under the names of `HostedPages` in `http/visitor_response.ts`. */
export { messagePage as message } from "./message_page.ts";
export { gonePage as gone, missingPage as missing } from "./notice_page.ts";
