/** What signed in, as far as it says so itself: for a person to recognise, never to decide anything by. */
export interface Device {
  kind: 'computer' | 'phone' | 'tablet' | 'program' | 'unknown'
  browser: string | null
  system: string | null
}

// In this order: every browser also names those that it descends from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\bAndroid\b(?!.*\bMobile\b)/, 'Android', 'tablet'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
]

export function deviceOf(userAgent: string): Device {
  const browser = browsers.find(([mark]) => mark.test(userAgent))?.[1] ?? null
  const [, system = null, kind] = systems.find(([mark]) => mark.test(userAgent)) ?? []
  if (browser !== null || system !== null) return { kind: kind ?? 'unknown', browser, system }
  const program = /^([\w.-]{2,40})\//.exec(userAgent)?.[1]
  return program === undefined
    ? { kind: 'unknown', browser: null, system: null }
    : { kind: 'program', browser: program, system: null }
}
