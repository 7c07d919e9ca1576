/**
 * What is wrong with the value of a setting, thrown by whoever reads it. A line is the name of the setting, `lead` and a text.
 * Values may be secret, so they are not quoted.
 */
export class Faults extends Error {
  readonly lead: string;
  readonly texts: readonly string[];

  constructor(lead: string, ...texts: string[]) {
    super(texts.join(" "));
    this.lead = lead;
    this.texts = texts;
  }
}
