const DAY = 86_400_000
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The first day after a day (YYYY-MM-DD) on which Swiss banks execute payments in francs. */
export function nextWorkingDay(day: string): string {
  const next = textOf(Date.parse(day) + DAY)
  return isWorkingDay(next) ? next : nextWorkingDay(next)
}

function isWorkingDay(day: string): boolean {
  return ![0, 6].includes(new Date(day).getUTCDay()) && !holidaysOf(Number(day.slice(0, 4))).includes(day)
}

// The holidays of the interbank clearing (SIC). Cantonal holidays do not count.
function holidaysOf(year: number): string[] {
  const easter = Date.parse(easterOf(year))
  return [
    ...['01-01', '01-02', '05-01', '08-01', '12-25', '12-26'].map((day) => `${year}-${day}`),
    // Good Friday, Easter Monday, Ascension, Whit Monday.
    ...[-2, 1, 39, 50].map((days) => textOf(easter + days * DAY)),
  ]
}

// Easter Sunday (J.-M. Oudin, 1940).
function easterOf(year: number): string {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const k = Math.floor((century - 17) / 25)
  const epact = (century - Math.floor(century / 4) - Math.floor((century - k) / 3) + 19 * golden + 15) % 30
  const full = Math.floor(epact / 28)
  const moon = epact - full * (1 - full * Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  return textOf(Date.UTC(year, 2, 28 + moon - weekday))
}
