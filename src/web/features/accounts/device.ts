type Names = readonly (readonly [pattern: RegExp, name: string])[];

/**
 * The first match wins, because a browser also sends the names of older browsers for compatibility. Chromium,
 * all Chromium-based browsers and every browser on iOS send "Safari"; only Safari itself also sends
 * "Version/".
 */
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOpera Mini\/|\bOPiOS\//, "Opera Mini"],
  [/\b(?:OPR|OPT|OPX|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:UCBrowser|UBrowser|UCWEB)\d*[./]/, "UC Browser"],
  [/\bMiuiBrowser\//, "Mi Browser"],
  [/\bVivoBrowser\//, "Vivo Browser"],
  [/\bHeyTapBrowser\//, "HeyTap Browser"],
  [/\bHuaweiBrowser\//, "Huawei Browser"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:DuckDuckGo|Ddg)\//, "DuckDuckGo"],
  [/\bFB(?:AN|AV|_IAB)\b/, "Facebook"],
  [/\b(?:Firefox|FxiOS|Focus)\//, "Firefox"],
  [/\bHeadlessChrome\//, "Headless Chrome"],
  [/; wv\)/, "Android WebView"],
  [/\bChromium\//, "Chromium"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\((?:Macintosh|iPhone|iPad|iPod)\b.*\bVersion\/\S+ (?:Mobile\/\w+ )?Safari\//, "Safari"],
];
const systems: Names = [
  [/\bWindows Phone\b/, "Windows Phone"],
  [/\bAndroid\b/, "Android"],
  [/\biPad\b/, "iPadOS"],
  [/\b(?:iPhone|iPod)\b/, "iOS"],
  [/\bKAIOS\//, "KaiOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** The browser and the system in a `User-Agent` header (RFC 9110 §10.1.5); undefined if unknown. */
export interface Device {
  browser: string | undefined;
  system: string | undefined;
}

/**
 * Finds the device of a session.
 * @param userAgent the value of the header; null if the header was missing
 */
export function deviceOf(userAgent: string | null): Device {
  const named = (list: Names) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  return { browser: named(browsers), system: named(systems) };
}
