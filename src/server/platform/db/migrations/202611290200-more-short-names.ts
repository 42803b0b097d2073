import { type Kysely, sql } from "kysely";

const NAMES = `ckt: circuit, circuits
datacom: data communication
crypto: cryptography
emf: engineering electromagnetics
tom: mechanics of machinery
micro: microprocessors and microcontrollers
econ: economics
arch: architecture
mech: mechanics`;

/** Adds short names that students type. Admins can remove them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const line of NAMES.split("\n")) {
    const [alias = "", phrases = ""] = line.split(": ");
    for (const phrase of phrases.split(", "))
      await sql`insert into "searchAlias" (alias, phrase) values (${alias}, ${phrase}) on conflict do nothing`.execute(
        db,
      );
  }
}
