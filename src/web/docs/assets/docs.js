/** Copy buttons of code, open contents on wide screens, and findings as one types. */
for (const block of document.querySelectorAll("pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent.trimEnd());
    button.textContent = "Copied";
    setTimeout(() => button.textContent = "Copy", 2000);
  });
  const frame = document.createElement("div");
  frame.className = "code";
  block.replaceWith(frame);
  frame.append(block, button);
}

const wide = matchMedia("(min-width: 82rem)");
const contents = document.querySelector(".contents details");
if (contents) contents.open = wide.matches;

const form = document.querySelector("form[role=search]");
const input = form.elements.q;
const list = document.createElement("div");
list.className = "findings";
list.hidden = true;
form.append(list);
let last = 0;
let timer;

async function find() {
  const query = input.value.trim();
  const turn = ++last;
  if (query.length < 2) return list.hidden = true;
  const response = await fetch(`${form.action}?${new URLSearchParams({ q: query })}`);
  if (!response.ok || turn !== last) return;
  const found = new DOMParser().parseFromString(await response.text(), "text/html");
  const results = found.querySelector("#results");
  if (results === null || turn !== last) return;
  results.removeAttribute("id");
  list.replaceChildren(results);
  list.hidden = false;
}

input.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(find, 200);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") list.hidden = true;
  if (event.key !== "/" || event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  input.focus();
});
document.addEventListener("click", (event) => {
  if (!form.contains(event.target)) list.hidden = true;
});
