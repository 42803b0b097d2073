export { createFollowing } from "./compose.ts";
