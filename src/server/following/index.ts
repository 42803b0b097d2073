export { createFollowing, type FollowingModule } from "./compose.ts";
