import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertPerson, unique } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { openWorld, type World } from "../support/api/world.ts";

describe.each(engines)("the calls about people of spec §7 on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.archive.close());

  test("GET /users/{email} returns a person's record", async () => {
    const { student, admin, documented } = world;
    const own = documented("GET /users/{email}", await student.get("/api/users/RAHIM@example.edu"));
    expect(own).toMatchObject({
      email: "rahim@example.edu",
      displayName: "Rahim",
      role: "student",
      department: "",
      photoURL: "",
    });
    expect(documented("GET /users/{email}", await student.get("/api/users/rahim%40example.edu"))).toEqual(
      own,
    );
    expect(documented("GET /users/{email}", await admin.get("/api/users/admin@example.edu")).role).toBe(
      "admin",
    );
  });

  test("PUT /users saves the name, and counts a change only once", async () => {
    const { documented, person } = world;
    const someone = await person(`Popup${unique()}`);
    const saved = documented(
      "PUT /users",
      await someone.put("/api/users", { email: someone.email, displayName: "After popup" }),
    );
    expect(saved.modifiedCount).toBe(1);
    const again = await someone.put("/api/users", {
      email: someone.email.toUpperCase(),
      displayName: "After popup",
    });
    expect(documented("PUT /users", again)).toEqual({
      acknowledged: true,
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect((await someone.get(`/api/users/${someone.email}`)).body.displayName).toBe("After popup");
  });

  test("POST /users returns the person's id and saves the name", async () => {
    const { documented, person } = world;
    const someone = await person(`Registered${unique()}`);
    const answer = await someone.post("/api/users", { email: someone.email, displayName: "Registered" });
    expect(documented("POST /users", answer).insertedId).toBe(someone.id);
    expect((await someone.get(`/api/users/${someone.email}`)).body.displayName).toBe("Registered");
  });

  test("PUT /updateUser saves the profile", async () => {
    const { documented, person } = world;
    const someone = await person(`Profile${unique()}`);
    const profile = {
      displayName: "রহিম",
      photoURL: "https://example.edu/me.png",
      department: "CSE",
      university: "BUET",
    };
    const answer = await someone.put("/api/updateUser", {
      ...profile,
      email: someone.email,
      roll: 1_903_042,
      complete: true,
    });
    expect(documented("PUT /updateUser", answer).modifiedCount).toBe(1);
    const stored = documented("GET /users/{email}", await someone.get(`/api/users/${someone.email}`));
    expect(stored).toMatchObject({ ...profile, roll: "1903042", complete: true, role: "student" });
  });

  test("PUT /users/admin makes a person an admin", async () => {
    const { archive, admin, documented } = world;
    const email = await insertPerson(archive);
    const make = async (address: string) =>
      documented("PUT /users/admin", await admin.put("/api/users/admin", { email: address }));
    expect(await make(` ${email.toUpperCase()} `)).toEqual({
      acknowledged: true,
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await make(email)).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 });
    expect(await make("nobody@example.edu")).toEqual({
      acknowledged: true,
      matchedCount: 0,
      modifiedCount: 0,
    });
    expect((await admin.get(`/api/users/${email}`)).body.role).toBe("admin");
  });

  test("POST /review adds a review, and GET /review lists it", async () => {
    const { student, visitor, documented } = world;
    const foreign = { name: "Somebody else", email: "else@example.edu" };
    const answer = await student.post("/api/review", {
      ...foreign,
      comment: "Saved my\nsemester",
      rating: 4.5,
    });
    const { insertedId } = documented("POST /review", answer);
    const reviews = documented("GET /review", await visitor.get("/api/review"));
    expect(reviews).toEqual([
      {
        _id: insertedId,
        name: "Rahim",
        email: "r…@example.edu",
        comment: "Saved my\nsemester",
        rating: "4.5",
      },
    ]);
  });

  test("none of these calls about people causes a server error", () => expect(world.site.faults).toEqual([]));
});
