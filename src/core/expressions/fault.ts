/** What is wrong with an expression, found when its package is loaded. */
export interface ExpressionFault {
  /** Where in the expression, as offsets of UTF-16 units. */
  start: number;
  end: number;
  /** Why, and what to write instead. */
  message: string;
}

/** Thrown while an expression is read; never reaches callers. */
export class FaultError extends Error {
  readonly fault: ExpressionFault;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.fault = { message, start, end };
  }
}
