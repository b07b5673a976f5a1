/** The actions, to choose one to try. */
import { ACTION_REQUESTS } from "../../contract/action.ts";
import { Prose } from "../components/text.tsx";
import { consoleUrl, type Page } from "../model/page.ts";

export const tryPage: Page = {
  path: "/try",
  open: ({ url }) =>
    Promise.resolve({
      title: "Try it",
      main: (
        <>
          <div class="head">
            <h1>Try it</h1>
          </div>
          <ul class="choices">
            {ACTION_REQUESTS.map(({ action, description }) => (
              <li class="card">
                <h2>
                  <a
                    href={consoleUrl(`/try/${action}`, {
                      account: url.searchParams.get("account"),
                    })}
                  >
                    {action}
                  </a>
                </h2>
                <p>
                  <Prose text={description} />
                </p>
              </li>
            ))}
          </ul>
        </>
      ),
    }),
};
