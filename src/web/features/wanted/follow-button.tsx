import type { ReactNode } from "react";
import { type Course, coursePath } from "../../../shared/courses/courses.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { followPath } from "../../../shared/courses/wanted.ts";
import { useMessages } from "../../ui/messages.ts";
import { courseTitle } from "../../items/course-names.ts";

export interface FollowButtonProps {
  course: Course;
  isMine: boolean;
  /** The address to return to. The default is the course page. */
  back?: string | undefined;
  /** A script for the form. */
  children?: ReactNode;
}

/** A button that follows a course, or unfollows it. It needs no script, and a visitor logs in first. */
export function FollowButton({ course, isMine, back = coursePath(course), children }: FollowButtonProps) {
  const { follow: words } = useMessages(wantedMessages);
  return (
    <form method="post" action={followPath(course)}>
      <input type="hidden" name="back" value={back} />
      <button className="quiet" name="act" value={isMine ? "unfollow" : "follow"}>
        {isMine ? words.unfollow : words.follow}
        <span className="visually-hidden">: {courseTitle(course)}</span>
      </button>
      {children}
    </form>
  );
}
