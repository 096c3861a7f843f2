import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { HtmlValidate } from "html-validate";
import { built } from "./build.ts";

const site = built("site");

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // Every file comes from the site's own origin, and the policy allows no other.
    "require-sri": "off",
    // templ writes it in lower case, which is the same to every browser.
    "doctype-style": "off",
    // The patterns that the script clones are empty until it fills them.
    "text-content": "off",
  },
});

describe("the pages", () => {
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));

  test("there are pages in both languages", () => {
    for (const name of ["index.html", "404.html", "clauses/index.html", "ja/index.html", "ja/404.html", "ja/clauses/index.html"]) assert.ok(pages.includes(name), name);
  });

  for (const name of pages) {
    test(`valid HTML: ${name}`, async () => {
      const { results } = await validator.validateString(readFileSync(join(site, name), "utf8"));
      const faults = results.flatMap(({ messages }) => messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`));
      assert.deepEqual(faults, []);
    });
  }

  test("both languages have the same elements", () => {
    // What differs between the languages is text, and how many sentences have identifiers in them.
    const outline = (name: string) =>
      [...readFileSync(join(site, name), "utf8").matchAll(/ (?:id|data-slot|data-example|data-fact)="[^"]*"/g)].map(([attribute]) => attribute.trim());
    assert.deepEqual(outline("ja/index.html"), outline("index.html"));
  });

  test("a page refers only to files that exist, or to the specification", () => {
    for (const name of pages) {
      const html = readFileSync(join(site, name), "utf8");
      for (const [, address] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (!address || address.startsWith("#") || address.startsWith("https://modelcontextprotocol.io/")) continue;
        const file = address.endsWith("/") ? `${address}index.html` : address;
        assert.doesNotThrow(() => readFileSync(join(site, file)), `${name}: ${address}`);
      }
    }
  });
});
