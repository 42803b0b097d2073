import { describe, expect, it } from "vitest";
import { createRoutePatterns } from "./route-patterns.ts";

describe("the route pattern of a path", () => {
  const routeOf = createRoutePatterns([
    "/",
    "/search",
    "/note-details/:id",
    "/note-details/:id/report",
    "/api/users/admin",
    "/api/users/:email",
    "/assets/*",
    "/files/:key",
    "/files/:key/pages/:page",
  ]);

  it.each([
    ["/", "/"],
    ["", "/"],
    ["/_root.data", "/"],
    ["/search", "/search"],
    ["/Search/", "/search"],
    ["/search.data", "/search"],
    ["/note-details/6560f1", "/note-details/:id"],
    ["/note-details/6560f1.data", "/note-details/:id"],
    ["/note-details/6560f1/report", "/note-details/:id/report"],
    ["/api/users/admin", "/api/users/admin"],
    ["/api/users/a@example.edu", "/api/users/:email"],
    ["/assets/app-1.js", "/assets/*"],
    ["/assets/deep/app-1.js", "/assets/*"],
    ["/files/abc/pages/2", "/files/:key/pages/:page"],
  ])("%s is %s", (path, pattern) => {
    expect(routeOf(path)).toBe(pattern);
  });

  it.each([
    "/nowhere",
    "/note-details",
    "/api/users",
    "/wp-login.php",
    "/files/a/b/c/d",
    `/${"a/".repeat(400)}`,
    "/__proto__",
  ])("%s is other", (path) => {
    expect(routeOf(path)).toBe("other");
  });
});
