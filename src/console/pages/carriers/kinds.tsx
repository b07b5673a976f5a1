/** Choice of the kind of a new connector. */
import { Prose } from "../../components/text.tsx";
import { consoleUrl, type Page } from "../../model/page.ts";
import { NEW_PATH } from "./paths.ts";
import { KINDS, manualOf } from "./settings.ts";

export const kindsPage: Page = {
  path: NEW_PATH,

  open({ hasManual }) {
    return Promise.resolve({
      title: "Connect a carrier",
      main: (
        <>
          <div class="head">
            <h1>Connect a carrier</h1>
          </div>
          <p class="hint process">
            Whom do you have a contract with? The settings come next, then a check, then a test.
          </p>
          <ul class="kinds">
            {KINDS.map(({ kind, title, description }) => (
              <li class="card">
                <h2>{title}</h2>
                <p>
                  <Prose text={description} />
                </p>
                <p class="row">
                  <a
                    class="button primary"
                    href={consoleUrl(`${NEW_PATH}/${kind}`)}
                    aria-label={`Choose ${title}`}
                  >
                    Choose
                  </a>
                  {hasManual && (
                    <a href={manualOf(kind)} aria-label={`Manual of ${title}`}>Manual</a>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </>
      ),
    });
  },
};
