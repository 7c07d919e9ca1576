/** Stores spec packages, generators and proposals. Nothing is acknowledged before it is stored here. */
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
  fingerprint: string;
  proposalPackage: {
    targetProduct: string;
    domainId: string;
    specPackage: unknown;
    digest: string;
    candidate: Generated;
  };
  status: ProposalStatus;
  ballotOpen: boolean;
  /** The first answer to the submitter, which every repeated submission gets again. */
  answer: string | undefined;
  submittedAt: string;
}

interface Generated {
  generatorId: string;
  generatorName: string;
}

export type NewProposal = Pick<StoredProposal, "id" | "subject" | "fingerprint"> & {
  idempotencyKey: string;
  proposalPackage: unknown;
};

const SCHEMA = `
  create table if not exists spec_packages (
    seq serial primary key, domain_id text not null, version text not null, digest text not null,
    document text not null, unique (domain_id, version));
  create table if not exists generators (
    seq serial primary key, id text not null, folded text not null unique, name text not null,
    added_at timestamptz not null default now());
  create table if not exists proposals (
    seq serial primary key, id text not null unique, subject text not null, idempotency_key text not null,
    fingerprint text not null, package text not null, status text not null default 'submitted',
    ballot_open boolean not null default false, answer text, submitted_at timestamptz not null default now(),
    unique (subject, idempotency_key));`;

const PROPOSAL = `seq, id, subject, fingerprint, package as "proposalPackage", status, ballot_open as "ballotOpen",
  answer, submitted_at as "submittedAt"`;

export type ProductStore = Awaited<ReturnType<typeof openProductStore>>;

export async function openProductStore(folder: string | undefined) {
  const database = await openDatabase(folder, SCHEMA);

  const proposals = async (where: string, parameters: unknown[]): Promise<StoredProposal[]> => {
    const { rows } = await database.query<
      Omit<StoredProposal, "proposalPackage" | "submittedAt"> & { proposalPackage: string; submittedAt: Date }
    >(`select ${PROPOSAL} from proposals where ${where}`, parameters);
    return rows.map((row) => ({
      ...row,
      proposalPackage: JSON.parse(row.proposalPackage),
      answer: row.answer ?? undefined,
      submittedAt: row.submittedAt.toISOString(),
    }));
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

    /** False if the caller has used this idempotency key before. */
    addProposal: async (proposal: NewProposal): Promise<boolean> => {
      const { affectedRows } = await database.query(
        `insert into proposals (id, subject, idempotency_key, fingerprint, package)
         values ($1, $2, $3, $4, $5) on conflict (subject, idempotency_key) do nothing`,
        [
          proposal.id,
          proposal.subject,
          proposal.idempotencyKey,
          proposal.fingerprint,
          JSON.stringify(proposal.proposalPackage),
        ],
      );
      return affectedRows === 1;
    },
    findByKey: async (subject: string, idempotencyKey: string): Promise<StoredProposal | undefined> =>
      (await proposals("subject = $1 and idempotency_key = $2", [subject, idempotencyKey]))[0],
    findById: async (id: string): Promise<StoredProposal | undefined> =>
      (await proposals("id = $1", [id]))[0],
    /** The caller's own proposals before `seq`, newest first. */
    page: (subject: string, before: number, limit: number): Promise<StoredProposal[]> =>
      proposals("subject = $1 and seq < $2 order by seq desc limit $3", [subject, before, limit]),
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
          // Another proposal for the same id was accepted first.
          if (added.affectedRows !== 1) status = "superseded";
        }
        await tx.query("update proposals set status = $2 where id = $1", [proposal.id, status]);
        return true;
      }),
    close: () => database.close(),
  };
}
