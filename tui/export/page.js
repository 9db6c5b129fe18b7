"use strict";
// Draws the recorded screens and moves through them. Every text from the record reaches the page as text, never
// as markup: through `textContent` and `createTextNode` alone.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const [columns, rows] = data.size;
  const frames = data.frames.map(([turn, caption, big, log, changes]) => ({ turn, caption, big, log, changes }));
  const end = frames.length - 1;
  const by = (id) => document.getElementById(id);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const fill = (text, gaps) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in gaps ? gaps[name] : whole));
  const make = (tag, text, name) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (name) made.className = name;
    return made;
  };

  // --- the screen ------------------------------------------------------------------------------

  const chars = new Array(columns * rows);
  const styles = new Array(columns * rows);
  const lines = Array.from({ length: rows }, () => by("table").appendChild(make("div", "", "row")));
  by("table").style.setProperty("--columns", columns);
  by("table").style.setProperty("--rows", rows);
  const shown = new Array(rows);
  let drawn = -1;

  function blank() {
    chars.fill(" ");
    styles.fill(0);
    drawn = -1;
  }

  function apply(changes, touched) {
    for (let i = 0; i < changes.length; i += 4) {
      const [y, x, style, text] = changes.slice(i, i + 4);
      let place = y * columns + x;
      for (const char of text) {
        chars[place] = char;
        styles[place] = style;
        place += 1;
      }
      touched.add(y);
    }
  }

  // Letters stay together, so that they can be read and searched. Signs get a cell each, because the font that has
  // them may be wider; lines of the map are nothing that a screen reader could say.
  function drawLine(y) {
    const line = lines[y];
    const last = (y + 1) * columns;
    const now = JSON.stringify([chars.slice(y * columns, last), styles.slice(y * columns, last)]);
    if (now === shown[y]) return;
    shown[y] = now;
    line.textContent = "";
    for (let from = y * columns; from < last; ) {
      let to = from + 1;
      while (to < last && styles[to] === styles[from]) to += 1;
      const run = make("span", "", `s${styles[from]}`);
      run.style.width = `${to - from}ch`;
      let letters = "";
      for (const char of chars.slice(from, to)) {
        if (/^[ -~\u00a0-\u024f]?$/.test(char)) {
          letters += char;
          continue;
        }
        if (letters) run.append(letters);
        letters = "";
        const sign = run.appendChild(make("b", char));
        if (/^[\u2500-\u259f\u2800-\u28ff]$/.test(char)) sign.setAttribute("aria-hidden", "true");
      }
      if (letters) run.append(letters);
      line.append(run);
      from = to;
    }
  }

  function draw(number) {
    const touched = new Set();
    if (number < drawn || drawn < 0) {
      blank();
      for (let y = 0; y < rows; y += 1) touched.add(y);
    }
    while (drawn < number) apply(frames[(drawn += 1)].changes, touched);
    for (const y of touched) drawLine(y);
  }

  // --- moving ----------------------------------------------------------------------------------

  let at = 0;
  let timer = 0;

  function go(number) {
    at = Math.max(0, Math.min(number, end));
    const { turn, caption } = frames[at];
    draw(at);
    const place = fill(turn ? data.words.place_in_turn : data.words.place, { at, end, turn });
    by("status").textContent = `${place}. ${caption}`;
    by("seek").value = at;
    by("seek").setAttribute("aria-valuetext", place);
    follow();
  }

  const startOf = (turn) => {
    const found = frames.findIndex((each) => each.turn >= turn);
    return found < 0 ? end : found;
  };

  function turnBack() {
    const start = startOf(frames[at].turn);
    go(start < at ? start : startOf(frames[at].turn - 1));
  }

  // --- playing ---------------------------------------------------------------------------------

  function pause() {
    clearTimeout(timer);
    timer = 0;
    by("play").textContent = data.words.play;
    by("status").setAttribute("aria-live", "polite");
  }

  function later() {
    const long = at === 0 || frames[at].big;
    timer = setTimeout(tick, ((long ? data.long : data.pause) * 1000) / Number(by("speed").value));
  }

  function tick() {
    go(at + 1);
    if (at < end) later();
    else pause();
  }

  function play() {
    if (timer) {
      pause();
      return;
    }
    if (at >= end) go(0);
    if (!end) return;
    by("play").textContent = data.words.pause;
    by("status").setAttribute("aria-live", "off"); // it would talk without an end
    later();
  }

  function faster(step) {
    const speed = by("speed");
    speed.selectedIndex = Math.max(0, Math.min(speed.selectedIndex + step, speed.length - 1));
    if (timer) {
      clearTimeout(timer);
      later();
    }
  }

  // --- the log ---------------------------------------------------------------------------------

  const entries = [];

  function writeLog() {
    let turn = null;
    let list = null;
    frames.forEach((frame, number) => {
      if (list === null || frame.turn !== turn) {
        turn = frame.turn;
        if (turn) by("log").append(make("h3", fill(data.words.turn, { turn })));
        list = by("log").appendChild(make("ol"));
        list.start = number;
      }
      const entry = list.appendChild(make("li"));
      const link = entry.appendChild(make("a", frame.caption));
      link.href = `#${number}`;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        pause();
        go(number);
      });
      const told = entry.appendChild(make("ul"));
      for (const line of frame.log) told.append(make("li", line));
      entries.push(entry);
    });
  }

  function follow() {
    const before = by("log").querySelector("[aria-current]");
    before?.removeAttribute("aria-current");
    const entry = entries[at];
    entry.setAttribute("aria-current", "step");
    const box = by("log");
    const top = entry.offsetTop - box.offsetTop - box.clientHeight / 3;
    box.scrollTo({ top, behavior: calm.matches || timer || !before ? "instant" : "smooth" });
  }

  // --- controls --------------------------------------------------------------------------------

  function marks() {
    frames.forEach((frame, number) => {
      const begins = number > 0 && frame.turn !== frames[number - 1].turn;
      for (const name of [begins && "turn", frame.big && "big"].filter(Boolean)) {
        const mark = by("marks").appendChild(make("i", "", name));
        mark.style.left = `${(100 * number) / Math.max(1, end)}%`;
      }
    });
  }

  const actions = {
    first: () => go(0),
    "turn-back": turnBack,
    back: () => go(at - 1),
    on: () => go(at + 1),
    "turn-on": () => go(startOf(frames[at].turn + 1)),
    last: () => go(end),
  };
  const keys = {
    ArrowLeft: "back",
    ArrowRight: "on",
    Home: "first",
    End: "last",
    "[": "turn-back",
    "]": "turn-on",
    PageUp: "turn-back",
    PageDown: "turn-on",
  };

  function pressed(event) {
    const tag = event.target.tagName;
    if (event.ctrlKey || event.altKey || event.metaKey || tag === "SELECT") return;
    if (event.key === " ") {
      if (tag === "BUTTON" || tag === "A") return; // space presses a button
      play();
    } else if (event.key === "+" || event.key === "=") faster(1);
    else if (event.key === "-") faster(-1);
    else if (event.key in keys) {
      if (event.target.id === "log" && event.key.startsWith("Page")) return; // scrolls the log
      pause();
      actions[keys[event.key]]();
    } else return;
    event.preventDefault();
  }

  for (const [id, act] of Object.entries(actions)) {
    by(id).addEventListener("click", () => {
      pause();
      act();
    });
  }
  for (const each of data.speeds) {
    const option = by("speed").appendChild(make("option", `${each}×`));
    option.value = each;
    option.selected = each === data.speed;
  }
  by("play").addEventListener("click", play);
  by("speed").addEventListener("change", () => faster(0));
  by("theme").addEventListener("change", () => {
    document.documentElement.dataset.theme = by("theme").value;
  });
  by("seek").max = end;
  by("seek").addEventListener("input", () => {
    pause();
    go(Number(by("seek").value));
  });
  document.addEventListener("keydown", pressed);
  const asked = () => Number(/^#(\d{1,9})$/.exec(location.hash)?.[1] ?? 0);
  addEventListener("hashchange", () => {
    pause();
    go(asked());
  });

  writeLog();
  marks();
  go(asked());
})();
