import { describe, expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPAD = "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("the name of a device", () => {
  test.each([
    // Chromium and Chromium-based browsers
    [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36`, "Chrome", "Windows"],
    [`${MAC}/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`, "Chrome", "macOS"],
    [`${LINUX} Chrome/141.0.0.0 Safari/537.36`, "Chrome", "Linux"],
    [`${LINUX} Ubuntu Chromium/112.0.5615.49 Chrome/112.0.5615.49 Safari/537.36`, "Chromium", "Linux"],
    [`${LINUX} HeadlessChrome/141.0.0.0 Safari/537.36`, "Headless Chrome", "Linux"],
    [
      "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
      "Chrome",
      "ChromeOS",
    ],
    [`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
    [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, "Edge", "Windows"],
    [`${WINDOWS} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`, "Edge", "Windows"],
    [`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0`, "Edge", "Android"],
    [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0`, "Opera", "Windows"],
    [`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0`, "Opera", "Android"],
    [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, "Samsung Internet", "Android"],
    [
      "Mozilla/5.0 (Linux; U; Android 13; en-US; SM-A125F) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.8.5.1326 Mobile Safari/537.36",
      "UC Browser",
      "Android",
    ],
    [
      "Mozilla/5.0 (Linux; U; Android 14; en-us; 23053RN02A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.10.1-gn",
      "Mi Browser",
      "Android",
    ],
    [`${WINDOWS} Chrome/140.0.0.0 YaBrowser/25.10.0.0 Safari/537.36`, "Yandex Browser", "Windows"],
    [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.6.3797.63`, "Vivaldi", "Windows"],
    [
      "Mozilla/5.0 (Linux; Android 14; SM-A146B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.43 Mobile Safari/537.36",
      "Android WebView",
      "Android",
    ],
    [
      "Mozilla/5.0 (Linux; Android 14; SM-A146B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.43 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/530.0.0.48.74;]",
      "Facebook",
      "Android",
    ],
    // Firefox
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Firefox",
      "Windows",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
    ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox", "Android"],
    // Safari and other browsers with Apple's engine
    [`${MAC}/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, "Safari", "macOS"],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari", "iOS"],
    [`${IPAD} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari", "iPadOS"],
    [`${IPHONE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, "Chrome", "iOS"],
    [`${IPAD} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, "Firefox", "iPadOS"],
    [`${IPHONE} Version/18.0 EdgiOS/141.0.3537.60 Mobile/15E148 Safari/605.1.15`, "Edge", "iOS"],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1 OPT/5.6.1`, "Opera", "iOS"],
    // Other engines
    [
      "Opera/9.80 (Android; Opera Mini/36.2/119.132; U; id) Presto/2.12.423 Version/12.16",
      "Opera Mini",
      "Android",
    ],
    ["Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", "Firefox", "KaiOS"],
  ])("consists of the browser and the system in %s", (userAgent, browser, system) =>
    expect(deviceOf(userAgent)).toEqual({ browser, system }),
  );
});

describe("an unknown browser", () => {
  test.each([
    [null, undefined],
    ["", undefined],
    ["curl/8.5.0", undefined],
    // WebKit on other systems
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
      "Linux",
    ],
    // Safari would also send its version.
    [`${LINUX} NewBrowser/3.0 Safari/537.36`, "Linux"],
    // The built-in browser of an app
    [`${IPHONE} Mobile/15E148`, "iOS"],
    ["Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko", "Windows"],
  ])("has no name, and isn't called Safari, for %j", (userAgent, system) =>
    expect(deviceOf(userAgent)).toEqual({ browser: undefined, system }),
  );
});
