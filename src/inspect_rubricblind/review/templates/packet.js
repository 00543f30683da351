
"use strict";
// Rates the items of one packet. Nothing leaves the page but the file that is saved.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const items = [...document.querySelectorAll(".item")];
  const last = items.length + 1;
  const key = `rubricblind:${data.packet}`;
  const fresh = () => ({ answers: {}, skipped: "", reason: "", at: "" });
  const state = { role: "", place: 0, highlight: true, shortcuts: true, items: {} };
  let current = 0;

  // SHA-256 (FIPS 180-4): the browser's own is not there for every page from a file.
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  const rounds = primes.map((p) => fraction(Math.cbrt(p)));
  const sha256 = (bytes) => {
    const h = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
    padded.set(bytes);
    padded[bytes.length] = 128;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length << 3);
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let block = 0; block < padded.length; block += 64) {
      const w = [];
      for (let i = 0; i < 64; i++) {
        if (i < 16) { w.push(view.getUint32(block + 4 * i)); continue; }
        const [a, b] = [w[i - 15], w[i - 2]];
        const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
        const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
        w.push((w[i - 16] + s0 + w[i - 7] + s1) | 0);
      }
      let v = [...h];
      for (let i = 0; i < 64; i++) {
        const [a, b, c, d, e, f, g, z] = v;
        const t1 = (z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + w[i]) | 0;
        const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        v = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
      }
      v.forEach((x, i) => { h[i] = (h[i] + x) | 0; });
    }
    return h.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
  };
  const encoder = new TextEncoder();
  const sound = (text) => new TextDecoder().decode(encoder.encode(text));
  const digest = (texts) => {
    const parts = texts.flatMap((text) => {
      const raw = encoder.encode(text);
      return [encoder.encode(`${raw.length}:`), raw];
    });
    const whole = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
    let end = 0;
    for (const part of parts) { whole.set(part, end); end += part.length; }
    return sha256(whole);
  };
  // What a reader sees is what is vouched for: the text of the page itself.
  const shown = new Map(items.map((item) => [
    item.dataset.item,
    digest([...item.querySelectorAll("[data-shown]")].map((box) => box.textContent)),
  ]));

  const own = (item) => (state.items[item.dataset.item] ??= fresh());
  const done = (item) => {
    const rating = own(item);
    return rating.skipped !== "" || data.questions.every((q) => rating.answers[q]);
  };
  const save = () => {
    try {
      localStorage.setItem(key, JSON.stringify(state));
      at("saved").textContent = "Saved";
    } catch {
      at("saved").textContent = "This browser cannot save: save a file before you close the page";
    }
    progress();
  };
  const progress = () => {
    const count = items.filter(done).length;
    at("progress").value = count;
    at("count").textContent = `${count} of ${items.length}`;
  };
  const fill = (item) => {
    const rating = own(item), form = item.querySelector("form");
    for (const field of form.querySelectorAll("fieldset")) {
      for (const radio of field.querySelectorAll("input")) {
        radio.checked = rating.answers[field.dataset.question] === radio.value;
      }
    }
    if (form.elements.reason) form.elements.reason.value = rating.reason;
    form.elements.skipped.value = rating.skipped;
  };
  const touch = (item) => {
    own(item).at = new Date().toISOString();
    save();
  };
  const point = (item, number) => {
    const fields = [...item.querySelectorAll("fieldset")];
    current = Math.max(0, Math.min(number, fields.length - 1));
    fields.forEach((field, i) => field.classList.toggle("current", fields.length > 1 && i === current));
  };
  const answer = (item, number, value) => {
    const rating = own(item);
    rating.answers[data.questions[number]] = value;
    rating.skipped = "";
    fill(item);
    point(item, number + 1);
    touch(item);
  };
  const toPlace = (item) => {
    const talk = item.querySelector(".beside");
    // What the answer replies to stands at the end of a conversation.
    if (talk) talk.scrollTop = talk.scrollHeight;
    if (!state.highlight) return;
    for (const box of item.querySelectorAll(".sides .box")) {
      const mark = box.querySelector("mark");
      if (!mark) continue;
      const inside = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
      box.scrollTop += inside - box.clientHeight / 3;
    }
  };
  const show = (place, focus = true) => {
    if (place > 0 && !state.role) {
      place = 0;
      focus = false;
      at("role").focus();
    }
    state.place = Math.max(0, Math.min(place, last));
    at("start").hidden = state.place !== 0;
    at("end").hidden = state.place !== last;
    items.forEach((item, i) => { item.hidden = i + 1 !== state.place; });
    at("previous").disabled = state.place === 0;
    at("next").disabled = state.place === last;
    document.querySelector(".steps").hidden = state.place === 0;
    if (state.place === last) overview();
    const item = items[state.place - 1];
    if (item) {
      const open = data.questions.findIndex((q) => !own(item).answers[q]);
      point(item, open < 0 ? 0 : open);
    }
    window.scrollTo(0, 0);
    const heading = item ? item.querySelector("h2") : at(state.place ? "end-title" : "content");
    if (focus) heading.focus({ preventScroll: true });
    if (item) toPlace(item);
    save();
  };
  const overview = () => {
    const open = items.filter((item) => !done(item)).length;
    at("open").textContent = open ? `${open} of ${items.length} items are open.` : "All items are rated. Thank you.";
    at("list").replaceChildren(...items.map((item, i) => {
      const button = document.createElement("button");
      const rating = own(item);
      const said = rating.skipped ? "skipped" : done(item) ? Object.values(rating.answers).join(", ") : "open";
      button.type = "button";
      button.textContent = `${i + 1}: ${said}`;
      button.className = done(item) ? "" : "open";
      button.addEventListener("click", () => show(i + 1));
      const line = document.createElement("li");
      line.append(button);
      return line;
    }));
  };
  const looks = () => {
    document.body.classList.toggle("marked", state.highlight);
    document.body.classList.toggle("quiet", !state.shortcuts);
    at("highlight").checked = state.highlight;
    at("shortcuts").checked = state.shortcuts;
  };

  const checksum = (file) => digest([
    file.format, file.packet, file.rater, file.role, file.form, file.exported_at, String(file.items.length),
    ...file.items.flatMap((one) => [
      one.item, one.shown, one.at, one.skipped, one.reason, ...data.questions.map((q) => one.answers[q] ?? ""),
    ]),
  ]);
  const exported = () => {
    const file = {
      format: data.format, notice: data.notice, canary: data.canary, packet: data.packet, rater: data.rater,
      role: state.role, form: data.form, exported_at: new Date().toISOString(),
      items: items.map((item) => ({ item: item.dataset.item, shown: shown.get(item.dataset.item), ...own(item) })),
    };
    return { ...file, checksum: checksum(file) };
  };
  const take = (file) => {
    if (file.format !== data.format) throw new Error("this is no file of ratings");
    if (file.packet !== data.packet) throw new Error(`it belongs to another packet (${file.rater})`);
    if (file.checksum !== checksum(file)) throw new Error("it was changed after it was saved");
    let count = 0;
    for (const one of file.items) {
      const item = items.find((found) => found.dataset.item === one.item);
      if (!item || one.at <= own(item).at) continue;
      const { skipped, reason, at: when } = one;
      const answers = Object.fromEntries(data.questions.filter((q) => one.answers[q]).map((q) => [q, one.answers[q]]));
      state.items[one.item] = { answers, skipped, reason, at: when };
      fill(item);
      count++;
    }
    if (!state.role) at("role").value = state.role = file.role;
    return count;
  };

  for (const item of items) {
    const form = item.querySelector("form");
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", (event) => {
      const field = event.target.closest("fieldset");
      if (field) answer(item, data.questions.indexOf(field.dataset.question), event.target.value);
      if (event.target.name === "skipped") {
        own(item).skipped = event.target.value;
        if (event.target.value) own(item).answers = {};
        fill(item);
        touch(item);
      }
    });
    form.addEventListener("input", (event) => {
      if (event.target.name !== "reason") return;
      own(item).reason = sound(event.target.value);
      touch(item);
    });
  }
  at("begin").addEventListener("submit", (event) => {
    event.preventDefault();
    state.role = at("role").value;
    show(Math.max(1, items.findIndex((item) => !done(item)) + 1));
  });
  at("role").addEventListener("change", () => { state.role = at("role").value; save(); });
  at("previous").addEventListener("click", () => show(state.place - 1));
  at("next").addEventListener("click", () => show(state.place + 1));
  at("overview").addEventListener("click", () => show(last));
  at("print").addEventListener("click", () => window.print());
  at("highlight").addEventListener("change", () => { state.highlight = at("highlight").checked; looks(); save(); });
  at("shortcuts").addEventListener("change", () => { state.shortcuts = at("shortcuts").checked; looks(); save(); });
  at("export").addEventListener("click", () => {
    const link = document.createElement("a");
    const text = `${JSON.stringify(exported(), null, 1)}\n`;
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = `${data.rater}-${data.packet}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    at("message").textContent = `Saved as ${link.download}: please send this file back.`;
  });
  at("load").addEventListener("change", async () => {
    const [file] = at("load").files;
    if (!file) return;
    try {
      const count = take(JSON.parse(await file.text()));
      save();
      overview();
      at("message").textContent = `Loaded: ${count} newer ratings.`;
    } catch (error) {
      at("message").textContent = `Not loaded: ${error.message}.`;
    }
    at("load").value = "";
  });
  const keys = (item) => ({
    y: () => item && answer(item, current, "yes"),
    n: () => item && answer(item, current, "no"),
    s: () => item?.querySelector("[name=skipped]").focus(),
    r: () => item?.querySelector("[name=reason]")?.focus(),
    h: () => { at("highlight").click(); if (item) toPlace(item); },
    arrowright: () => show(state.place + (document.documentElement.dir === "rtl" ? -1 : 1)),
    arrowleft: () => show(state.place + (document.documentElement.dir === "rtl" ? 1 : -1)),
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !state.shortcuts) return;
    const item = items[state.place - 1];
    if (event.target.matches("textarea, select")) {
      if (event.key === "Escape") item?.querySelector("h2").focus();
      return;
    }
    const run = keys(item)[event.key.toLowerCase()];
    if (run) {
      event.preventDefault();
      run();
    } else if (item && /^[1-9]$/.test(event.key)) {
      point(item, Number(event.key) - 1);
    }
  });

  try {
    const saved = JSON.parse(localStorage.getItem(key));
    if (saved) Object.assign(state, saved);
  } catch {
    at("saved").textContent = "What was saved in this browser cannot be read";
  }
  at("role").value = state.role;
  items.forEach(fill);
  looks();
  show(state.place, false);
})();
