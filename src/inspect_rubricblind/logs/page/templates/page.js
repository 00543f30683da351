"use strict";
// Filters for the example pairs. Without this script all of them are shown.
(() => {
  const form = document.getElementById("filters");
  if (form) {
    const examples = [...document.querySelectorAll(".example")];
    const count = form.querySelector("output");
    const apply = () => {
      const wanted = [...new FormData(form)].filter(([, value]) => value !== "");
      let shown = 0;
      for (const example of examples) {
        example.hidden = wanted.some(([name, value]) => example.dataset[name] !== value);
        shown += example.hidden ? 0 : 1;
      }
      count.textContent = `${shown} of ${examples.length} shown`;
    };
    form.addEventListener("change", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    // A reset takes effect after its event.
    form.addEventListener("reset", () => setTimeout(apply));
    form.elements.unfold.addEventListener("click", () => {
      const shown = examples.filter((example) => !example.hidden);
      const open = !shown.every((example) => example.open);
      for (const example of shown) example.open = open;
    });
    form.hidden = false;
    apply();
  }
  // On paper nothing can be opened: tables are printed whole, examples as they stand.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details.table:not([open])")];
    for (const item of opened) item.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const item of opened) item.open = false;
  });
})();
