/** Loaded before a server, as `shift-clock.mjs?offsetMs=…`: its clock is wrong by that much. */
const offsetMs = Number(new URL(import.meta.url).searchParams.get('offsetMs'));
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offsetMs] : given));
  }

  static now() {
    return RealDate.now() + offsetMs;
  }
};
