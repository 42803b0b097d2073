import { maxMegabytes } from "../files/file-limits.ts";
import { defineKind } from "./define.ts";
import { en, fromSession, image, longText, text } from "./fields.ts";

export const blog = defineKind({
  name: "blog",
  title: "topic",
  fields: {
    topic: text(),
    blog: longText(),
    blogImg: image({ aliases: ["BlogImg"] }),
  },
  moderation: "before",
  schemaType: "BlogPosting",
  showsEmail: true,
  search: { words: "blog|blogs|ব্লগ", weight: 0 },
  ignored: fromSession,
  pages: {
    lists: ["/allBlogs"],
    details: "/blog-details",
    mine: "my-blogs",
    add: "add-blogs",
    admin: "admin-blogs",
  },
  calls: {
    create: "postBlogs",
    mine: ["myBlogs"],
    lists: ["allBlogs"],
    one: "blog",
    setStatus: ["BlogStatusUpdate"],
  },
  words: {
    en: {
      one: "Blog",
      many: "Blogs",
      menu: "Blogs",
      category: "Educational Blogs",
      listTitle: "All Blogs",
      listSearch: "e.g. exam preparation",
      mine: "My Blogs",
      add: "Add Blog",
      manage: "Manage Blogs",
      total: "Total Blogs",
      added: "Blog Added Successfully",
      uploader: "Author Name",
      open: "Read Blog",
      empty: "No blogs here yet.",
      fields: {
        ...en,
        topic: { label: "Topic" },
        blog: { label: "Text" },
        blogImg: {
          label: "Cover image",
          hint: `PNG, JPEG or WebP, up to ${maxMegabytes.picture} MB`,
        },
      },
    },
  },
});
