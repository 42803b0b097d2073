import { index, type RouteConfig, route } from "@react-router/dev/routes";
import { kinds, standaloneKinds } from "../shared/kinds/index.ts";

const list = "routes/public/list.tsx";

export default [
  index("routes/public/home.tsx"),
  route("home", "routes/public/home.tsx", { id: "home" }),
  ...standaloneKinds.flatMap((kind) =>
    kind.pages.lists.map((path) => route(path, list, { id: `list${path}` })),
  ),
  ...standaloneKinds.map((kind) =>
    route(`${kind.pages.details}/:id`, "routes/public/details.tsx", { id: `details-${kind.name}` }),
  ),
  ...standaloneKinds.map((kind) =>
    route(`${kind.pages.details}/:id/report`, "routes/public/report.tsx", { id: `report-${kind.name}` }),
  ),
  route("login", "routes/public/login.tsx"),
  route("login/second-factor", "routes/public/give-code.tsx"),
  route("login/confirm", "routes/public/confirm.tsx"),
  route("register", "routes/public/register.tsx"),
  route("check-mail", "routes/public/check-mail.tsx"),
  route("verify-email", "routes/public/verify-email.tsx"),
  route("forgot-password", "routes/public/forgot-password.tsx"),
  route("reset-password", "routes/public/reset-password.tsx"),
  route("change-email", "routes/public/change-email.tsx"),
  route("auth/start", "routes/public/auth-start.ts"),
  route("auth/leave", "routes/public/auth-leave.tsx"),
  route("auth/callback", "routes/public/auth-callback.ts"),
  route("auth/done", "routes/public/auth-done.tsx"),
  route("auth/welcome", "routes/public/auth-welcome.ts"),
  route("logout", "routes/public/logout.ts"),
  route("theme", "routes/public/theme.ts"),
  route("newsletter", "routes/public/newsletter.tsx"),
  route("newsletter/confirm", "routes/public/newsletter-confirm.tsx"),
  route("newsletter/unsubscribe", "routes/public/newsletter-unsubscribe.tsx"),
  route("forum", "routes/public/forum.tsx"),
  route("contact", "routes/public/contact.tsx"),
  route("dashboard", "routes/app/dashboard.tsx", [
    index("routes/app/welcome.tsx"),
    route("welcome", "routes/app/welcome.tsx", { id: "dashboard-welcome" }),
    ...standaloneKinds.flatMap((kind) => [
      route(kind.pages.mine as string, "routes/app/mine.tsx", { id: kind.pages.mine as string }),
      route(kind.pages.add as string, "routes/app/add.tsx", { id: kind.pages.add as string }),
    ]),
    route("user-profile", "routes/app/user-profile.tsx"),
    route("edit-profile", "routes/app/edit-profile.tsx"),
    route("security", "routes/app/security.tsx"),
    route("second-factor", "routes/app/second-factor.tsx"),
    route("provider", "routes/app/provider.tsx"),
    route("change-password", "routes/app/change-password.tsx"),
    route("change-email", "routes/app/change-email.tsx"),
    route("delete-account", "routes/app/delete-account.tsx"),
    route("user-review", "routes/app/user-review.tsx"),
  ]),
  route("admin-dashboard", "routes/app/admin.tsx", [
    index("routes/app/admin-welcome.tsx"),
    route("welcome", "routes/app/admin-welcome.tsx", { id: "admin-welcome" }),
    ...kinds.map((kind) => route(kind.pages.admin, "routes/app/manage.tsx", { id: kind.pages.admin })),
    route("make-admin", "routes/app/make-admin.tsx"),
    route("users", "routes/app/users.tsx"),
    route("audit", "routes/app/audit.tsx"),
    route("contact-messages", "routes/app/contact-messages.tsx"),
  ]),
  route("*", "routes/public/not-found.tsx"),
] satisfies RouteConfig;
