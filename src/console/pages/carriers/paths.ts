/** Paths of the pages of carriers. */
import { connectorPath } from "../../model/page.ts";

export { connectorPath };

export const CARRIERS_PATH = "/carriers";
export const NEW_PATH = `${CARRIERS_PATH}/new`;
export const ROUTES_PATH = `${CARRIERS_PATH}/routes`;

/** Returns the path of the page that sends a test by a connector. */
export function testPath(name: string): string {
  return `${connectorPath(name)}/test`;
}
