/** Stores spec packages, generators and proposals. Nothing is acknowledged before it is stored here. */
import type { Diagnostic, ProposalPackage } from "proposal-preflight";
import { openDatabase } from "../shared/database.ts";

export interface StoredPackage {
  domainId: string;
  version: string;
  digest: string;
  /** As published, byte for byte. */
  document: string;
}

export interface Generator {
  id: string;
  name: string;
}

export type ProposalStatus = "submitted" | "accepted" | "declined" | "superseded";

export interface StoredProposal {
  seq: number;
  id: string;
  subject: string;
  proposalPackage: Omit<ProposalPackage, "candidate"> & { candidate: ProposedGenerator };
  /** What the check warned of when the proposal was submitted. */
  warnings: readonly Diagnostic[];
  status: ProposalStatus;
  ballotOpen: boolean;
  /** The first answer to the submitter, which every repeated submission gets again. */
  answer: string | undefined;
  submittedAt: string;
}

/** The members of a candidate that this product uses. */
interface ProposedGenerator {
  generatorId: string;
  generatorName: string;
  description: string;
  rationaleNotes?: string;
  owner: { kind: string; id: string };
}

export interface NewProposal {
  id: string;
  subject: string;
  idempotencyKey: string;
  generatorId: string;
  proposalPackage: ProposalPackage;
  warnings: readonly Diagnostic[];
}

const SCHEMA = `
  create table if not exists spec_packages (
    seq serial primary key, domain_id text not null, version text not null, digest text not null,
    document text not null, unique (domain_id, version));
  create table if not exists generators (
    seq serial primary key, id text not null, folded text not null unique, name text not null,
    added_at timestamptz not null default now());
  create table if not exists proposals (
    seq serial primary key, id text not null unique, subject text not null, idempotency_key text not null,
    folded_id text not null, package text not null, warnings text not null,
    status text not null default 'submitted', ballot_open boolean not null default false, answer text,
    submitted_at timestamptz not null default now(), unique (subject, idempotency_key));
  create unique index if not exists one_pending_proposal on proposals (folded_id) where status = 'submitted';`;

const PROPOSAL = `seq, id, subject, package as "proposalPackage", warnings, status, ballot_open as "ballotOpen",
  answer, submitted_at as "submittedAt"`;

type ProposalRow = Omit<StoredProposal, "proposalPackage" | "warnings" | "answer" | "submittedAt"> & {
  proposalPackage: string;
  warnings: string;
  answer: string | null;
  submittedAt: Date;
};

function fromRow(row: ProposalRow): StoredProposal {
  return {
    ...row,
    proposalPackage: JSON.parse(row.proposalPackage),
    warnings: JSON.parse(row.warnings),
    answer: row.answer ?? undefined,
    submittedAt: row.submittedAt.toISOString(),
  };
}

export type ProductStore = Awaited<ReturnType<typeof openProductStore>>;

export async function openProductStore(folder: string | undefined) {
  const database = await openDatabase(folder, SCHEMA);

  const proposals = async (where: string, parameters: unknown[]): Promise<StoredProposal[]> => {
    const { rows } = await database.query<ProposalRow>(
      `select ${PROPOSAL} from proposals where ${where}`,
      parameters,
    );
    return rows.map(fromRow);
  };

  return {
    /** Every version of every domain, oldest first. */
    packages: async (): Promise<StoredPackage[]> => {
      const { rows } = await database.query<StoredPackage>(
        `select domain_id as "domainId", version, digest, document from spec_packages order by seq`,
      );
      return rows;
    },
    addPackage: async (entry: StoredPackage): Promise<void> => {
      await database.query(
        "insert into spec_packages (domain_id, version, digest, document) values ($1, $2, $3, $4)",
        [entry.domainId, entry.version, entry.digest, entry.document],
      );
    },

    generators: async (): Promise<(Generator & { addedAt: Date })[]> => {
      const { rows } = await database.query<Generator & { addedAt: Date }>(
        `select id, name, added_at as "addedAt" from generators order by seq`,
      );
      return rows;
    },
    addGenerators: async (entries: readonly Generator[]): Promise<void> => {
      await database.query(
        `insert into generators (id, folded, name)
         select e->>'id', lower(e->>'id'), e->>'name' from jsonb_array_elements($1::jsonb) e
         on conflict (folded) do nothing`,
        [JSON.stringify(entries)],
      );
    },

    /** Undefined if the caller has used this idempotency key, or another proposal of this generator id is pending. */
    addProposal: async (proposal: NewProposal): Promise<StoredProposal | undefined> => {
      const { rows } = await database.query<ProposalRow>(
        `insert into proposals (id, subject, idempotency_key, folded_id, package, warnings)
         values ($1, $2, $3, lower($4), $5, $6) on conflict do nothing returning ${PROPOSAL}`,
        [
          proposal.id,
          proposal.subject,
          proposal.idempotencyKey,
          proposal.generatorId,
          JSON.stringify(proposal.proposalPackage),
          JSON.stringify(proposal.warnings),
        ],
      );
      return rows.map(fromRow)[0];
    },
    findByKey: async (subject: string, idempotencyKey: string): Promise<StoredProposal | undefined> =>
      (await proposals("subject = $1 and idempotency_key = $2", [subject, idempotencyKey]))[0],
    findById: async (id: string): Promise<StoredProposal | undefined> =>
      (await proposals("id = $1", [id]))[0],
    /** The proposals of these generator ids that wait for their ballots. */
    findPending: (generatorIds: readonly string[]): Promise<StoredProposal[]> =>
      proposals("status = 'submitted' and folded_id in (select lower(unnest($1::text[])))", [generatorIds]),
    /** The caller's own proposals before `seq`, newest first. Times can be equal, `seq` cannot. */
    page: (subject: string, before: number, limit: number): Promise<StoredProposal[]> =>
      proposals("subject = $1 and seq < $2::bigint order by seq desc limit $3", [subject, before, limit]),
    unsettled: (): Promise<StoredProposal[]> => proposals("status = 'submitted' order by seq", []),
    markBallotOpen: async (id: string): Promise<void> => {
      await database.query("update proposals set ballot_open = true where id = $1", [id]);
    },
    /** Stores the first answer, and returns the stored one. */
    keepAnswer: async (id: string, answer: string): Promise<string> => {
      const { rows } = await database.query<{ answer: string }>(
        "update proposals set answer = coalesce(answer, $2) where id = $1 returning answer",
        [id, answer],
      );
      return rows[0]?.answer ?? answer;
    },
    /** Settles a proposal once. If it is accepted, the same transaction adds its generator to the registry. */
    settle: (proposal: StoredProposal, outcome: "accepted" | "declined"): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { generatorId, generatorName } = proposal.proposalPackage.candidate;
        const open = await tx.query("select 1 from proposals where id = $1 and status = 'submitted'", [
          proposal.id,
        ]);
        if (open.rows.length === 0) return false;
        let status: ProposalStatus = outcome;
        if (outcome === "accepted") {
          const added = await tx.query(
            "insert into generators (id, folded, name) values ($1, lower($1), $2) on conflict (folded) do nothing",
            [generatorId, generatorName],
          );
          // The id was registered between this proposal's check and its recording.
          if (added.affectedRows !== 1) status = "superseded";
        }
        await tx.query("update proposals set status = $2 where id = $1", [proposal.id, status]);
        return true;
      }),
    close: () => database.close(),
  };
}
