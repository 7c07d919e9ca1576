/** The call that follows a build: sending the package to the target product. */
import type { BuildResult } from "../core/types.ts";

/** What the target product answered. */
export interface Receipt<Body = unknown> {
  /** 201 if the product recorded the proposal now, 200 if it had recorded this very package before. */
  readonly status: number;
  /** True if this submission is the first of the package. */
  readonly isNew: boolean;
  /** The body as the product sent it; its docs describe the members. */
  readonly body: Body;
}

export interface SubmissionRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Exactly what the build said, so that a repeated submission is the same request. */
export function submissionOf({
  proposalPackage,
  submission,
}: Pick<BuildResult, "proposalPackage" | "submission">): SubmissionRequest {
  if (proposalPackage === undefined || submission === undefined)
    throw new TypeError(
      "There is no package to submit: the candidate is not valid. Fix what the diagnostics name, and build again.",
    );
  return {
    url: submission.url,
    headers: { ...submission.headers },
    body: JSON.stringify({ proposalPackage }),
  };
}
