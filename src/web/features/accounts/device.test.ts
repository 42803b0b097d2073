import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";

test.each([
  [`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, "Samsung Internet", "Android"],
  [`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36 OPR/89.0`, "Opera", "Android"],
  [
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0`,
    "Edge",
    "Windows",
  ],
  [`${WINDOWS}; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox", "Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
])("%s", (userAgent, browser, system) => expect(deviceOf(userAgent)).toEqual({ browser, system }));

test.each([null, "", "curl/8.5.0", "A test"])("%s is no device to recognise", (userAgent) =>
  expect(deviceOf(userAgent)).toBeUndefined(),
);
