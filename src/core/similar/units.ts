/** Units as people write them behind numbers and at the end of names, to tell whether two are plainly different. */

/** By what they measure; the first of each group names the unit. One word can name several. */
const TABLE: Readonly<Record<string, string>> = {
  mass: "kg kilogram kilograms kilogramme kilogrammes kilo kilos kgs; g gram grams gramme grammes; mg milligram milligrams; µg ug mcg microgram micrograms; t tonne tonnes ton tons; short-ton ton tons; lb lbs pound pounds; oz ounce ounces; st stone stones; ct carat carats",
  length:
    "m metre metres meter meters; km kilometre kilometres kilometer kilometers kms; dm decimetre decimetres; cm centimetre centimetres centimeter centimeters; mm millimetre millimetres millimeter millimeters; µm um micrometre micrometres micron microns; nm nanometre nanometres; in inch inches; ft foot feet; yd yard yards; mi mile miles; nmi",
  area: "m² m2 sqm; km² km2; cm² cm2; mm² mm2; ha hectare hectares; ac acre acres; ft² ft2 sqft",
  volume:
    "l litre litres liter liters; ml millilitre millilitres milliliter milliliters cc; cl centilitre centilitres; dl decilitre; hl hectolitre hectolitres; m³ m3; cm³ cm3 cc; gal gallon gallons; pt pint pints; bbl barrel barrels",
  time: "s sec secs second seconds; ms millisecond milliseconds msec; µs us microsecond microseconds; ns nanosecond nanoseconds; min mins minute minutes m; h hr hrs hour hours; d day days; wk week weeks; mo month months; yr year years a",
  temperature: "°C C celsius centigrade; °F F fahrenheit; K kelvin kelvins",
  speed: "m/s mps; km/h kmh kph; mph; kn kt knot knots",
  power: "W watt watts; kW kilowatt kilowatts; MW megawatt megawatts; mW milliwatt milliwatts; hp",
  energy: "J joule joules; kJ kilojoule kilojoules; Wh; kWh; MWh; cal; kcal",
  pressure: "Pa pascal pascals; hPa hectopascal; kPa; bar bars; mbar millibar; psi; atm",
  electricity: "V volt volts; kV; mV; A amp amps ampere amperes; mA; Ah; mAh; Ω ohm ohms",
  frequency: "Hz hertz; kHz; MHz; GHz; rpm",
  data: "B byte bytes; kB kilobyte kilobytes; MB megabyte megabytes; GB gigabyte gigabytes; TB terabyte terabytes; KiB; MiB; GiB; TiB; bit bits; kbit; Mbit; Gbit",
  share: "% percent pct; ‰ permille; ppm; ppb",
  angle: "° deg degree degrees; rad radian radians",
  // ISO 4217, and what else people write for some of them.
  money:
    "EUR € euro euros; USD $ dollar dollars; CAD $ dollar dollars; AUD $ dollar dollars; NZD $ dollar dollars; HKD $ dollar dollars; SGD $ dollar dollars; MXN $ peso pesos; GBP £ pound pounds; JPY ¥ yen; CNY ¥ yuan; CHF franc francs; SEK krona kronor; NOK krone kroner; DKK krone kroner; INR ₹ rupee rupees; cent cents; " +
    "AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CDF CLP COP CRC CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HNL HTG HUF IDR ILS IQD IRR ISK JMD JOD KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MYR MZN NAD NGN NIO NPR OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"
      .split(" ")
      .join("; "),
};

interface Unit {
  readonly name: string;
  readonly measures: string;
}

const BY_WORD = new Map<string, Unit[]>();
const BY_LOWER_CASE = new Map<string, Unit[]>();
for (const [measures, groups] of Object.entries(TABLE))
  for (const group of groups.split("; ")) {
    const words = group.split(" ");
    const unit = { name: words[0]!, measures };
    for (const word of words) {
      note(BY_WORD, word, unit);
      note(BY_LOWER_CASE, word.toLowerCase(), unit);
    }
  }

function note(units: Map<string, Unit[]>, word: string, unit: Unit): void {
  units.set(word, [...(units.get(word) ?? []), unit]);
}

/** Shorter words at the end of a name say what is measured only together with a value of the same kind. */
const MIN_TELLING = 2;
/** At the end of a name they mean something else as often: a minimum, a check-in. */
const NO_UNITS_OF_NAMES = new Set(["min", "in", "a", "st", "mo", "kn", "all", "top", "try", "mad", "cup"]);

/** Units that a package adds: other words for each. */
type OwnUnits = Readonly<Record<string, readonly string[]>>;

/** Whether two words at the end of names, in lower case, are different units. */
export function areOtherUnits(word: string, other: string): boolean {
  const [one, another] = [unitsOf(word, {}, true), unitsOf(other, {}, true)];
  return (
    one.length > 0 &&
    another.length > 0 &&
    !one.some(({ name }) => another.some((unit) => unit.name === name))
  );
}

function unitsOf(word: string, own: OwnUnits, isOfName: boolean): readonly Unit[] {
  const declared = Object.entries(own).flatMap(([name, words]) =>
    [name, ...words].some((other) => other.toLowerCase() === word.toLowerCase())
      ? (BY_WORD.get(name) ?? [{ name, measures: "" }])
      : [],
  );
  if (declared.length > 0) return declared;
  const lower = word.toLowerCase();
  if (isOfName) return NO_UNITS_OF_NAMES.has(lower) ? [] : (BY_LOWER_CASE.get(lower) ?? []);
  // The case of a symbol tells units apart, that of a longer word does not.
  return BY_WORD.get(word) ?? (word.length > MIN_TELLING ? BY_LOWER_CASE.get(lower) : undefined) ?? [];
}

/** Whether a value is in a unit that is plainly another one than its member's name ends with, or than stands beside it. */
export function isOtherUnit(left: string, name: string, beside: readonly unknown[], own: OwnUnits): boolean {
  const sent = unitsOf(left.replace(/\.$/, ""), own, false);
  if (sent.length === 0) return false;
  const differs = (units: readonly Unit[], isSure: boolean) =>
    units.length > 0 &&
    !units.some((unit) => sent.some((other) => other.name === unit.name)) &&
    (isSure || units.some((unit) => sent.some((other) => other.measures === unit.measures)));
  const last = /(?:\p{Lu}+|\p{L})\p{Ll}*$/u.exec(name.replace(/[\d\s_.-]+$/, ""))?.[0] ?? "";
  if (differs(unitsOf(last, own, true), last.length >= MIN_TELLING)) return true;
  const isMoney = sent.some(({ measures }) => measures === "money");
  const currencies = beside.filter((value) => typeof value === "string" && /^[A-Z]{3}$/.test(value));
  return isMoney && currencies.some((value) => differs(unitsOf(String(value), own, false), false));
}
