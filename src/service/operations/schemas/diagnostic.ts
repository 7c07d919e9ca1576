import { anything, list, object, POINTER, patch, text } from "./parts.ts";

export const DIAGNOSTIC = object(
  "Diagnostic",
  {
    code: text("Stable name of the kind of problem; `docs` explains it.", {
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
    }),
    severity: text("Only errors make a candidate invalid.", { enum: ["error", "warning", "info"] }),
    pointer: POINTER,
    message: text("What is wrong and what would be right, in one sentence."),
    expected: anything("What would be right, in machine-readable form."),
    actual: anything("What was found, shortened if it is long."),
    docs: text("URL of the explanation of the code. Left out in the brief view."),
    pointers: list(
      POINTER,
      "All places of the same problem, if there are several; `pointer` is the first. Brief view only.",
    ),
    values: list(
      anything("A value."),
      "What was found at each of `pointers`, if that differs. Brief view only.",
    ),
    fixes: list(
      object(
        "Fix",
        {
          title: text("What the fix does."),
          applicability: text(
            "`safe` keeps the author's meaning, `suggested` is a guess that loses nothing, `placeholder` has content that you must fill in, `removal` takes out something the author wrote. Ask about a level you do not know.",
            { enum: ["safe", "suggested", "placeholder", "removal"] },
          ),
          patch: patch("RFC 6902 patch of the candidate as sent. It applies by itself."),
          decision: {
            type: "boolean",
            description: "True if only the author can decide; no bulk repair applies such a fix.",
          },
        },
        "A way to fix the problem.",
        ["decision"],
      ),
      "Ways to fix the problem, best first. To apply the first fixes of several diagnostics, go from the last diagnostic to the first and skip a patch that fails; or ask for a repair.",
    ),
    related: list(
      object(
        "RelatedPlace",
        { pointer: POINTER, message: text("How this place is related.") },
        "A related place.",
      ),
      "Other places in the candidate that are related to the problem.",
    ),
  },
  "One problem found in the candidate.",
  ["expected", "actual", "docs", "pointers", "values", "fixes", "related"],
);
