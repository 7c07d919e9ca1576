/** Stores ballots and votes. */
import { type Database, openDatabase } from "../shared/database.ts";

/** What people vote on, as the product described it when it opened the ballot. */
export interface BallotContent {
  title: string;
  description?: string;
  rationale?: string;
  owner?: { kind: string; id: string };
  /** What the product's check warned of when the proposal was submitted. */
  warnings: { code: string; pointer: string; message: string; docs: string }[];
}

export interface Ballot extends BallotContent {
  id: string;
  status: "open" | "closed";
  votes: { yes: number; no: number };
  outcome?: "accepted" | "declined";
  openedAt: string;
  closedAt?: string;
}

export interface VotingStore {
  /** `created` is false if the ballot existed already. Undefined if the id belongs to a different ballot. */
  open(id: string, content: BallotContent, noticeUrl: string): Promise<{ created: boolean } | undefined>;
  find(id: string): Promise<Ballot | undefined>;
  list(): Promise<Ballot[]>;
  /** False if the ballot is closed. A second vote of the same person replaces the first. */
  vote(id: string, subject: string, choice: "yes" | "no"): Promise<boolean>;
  /** Counts the votes and closes the ballot. A closed ballot stays as it is. */
  close(id: string): Promise<void>;
  noticeUrl(id: string): Promise<string | undefined>;
  end(): Promise<void>;
}

const SCHEMA = `
  create table if not exists ballots (
    id text primary key, content text not null, notice_url text not null, outcome text,
    opened_at timestamptz not null default now(), closed_at timestamptz);
  create table if not exists votes (
    ballot_id text not null references ballots, subject text not null, choice text not null,
    primary key (ballot_id, subject));`;

const SELECT = `
  select b.*, count(*) filter (where v.choice = 'yes')::int as yes, count(*) filter (where v.choice = 'no')::int as no
  from ballots b left join votes v on v.ballot_id = b.id`;

interface Row {
  id: string;
  /** JSON, so that any character is stored; Postgres text cannot hold U+0000. */
  content: string;
  notice_url: string;
  outcome: "accepted" | "declined" | null;
  opened_at: Date;
  closed_at: Date | null;
  yes: number;
  no: number;
}

export async function openVotingStore(folder: string | undefined): Promise<VotingStore> {
  const database: Database = await openDatabase(folder, SCHEMA);

  const find: VotingStore["find"] = async (id) => {
    const { rows } = await database.query<Row>(`${SELECT} where b.id = $1 group by b.id`, [id]);
    return rows[0] === undefined ? undefined : present(rows[0]);
  };

  return {
    find,
    open: async (id, content, noticeUrl) => {
      const { rows } = await database.query<{ created: boolean }>(
        `insert into ballots (id, content, notice_url) values ($1, $2, $3)
         on conflict (id) do update set notice_url = excluded.notice_url where ballots.content = excluded.content
         returning (xmax = 0) as created`,
        [id, JSON.stringify(content), noticeUrl],
      );
      return rows[0];
    },
    list: async () => {
      const { rows } = await database.query<Row>(
        `${SELECT} group by b.id order by b.opened_at desc, b.id limit 200`,
      );
      return rows.map(present);
    },
    vote: async (id, subject, choice) => {
      const { affectedRows } = await database.query(
        `insert into votes (ballot_id, subject, choice)
         select id, $2, $3 from ballots where id = $1 and closed_at is null
         on conflict (ballot_id, subject) do update set choice = excluded.choice`,
        [id, subject, choice],
      );
      return affectedRows === 1;
    },
    close: async (id) => {
      await database.query(
        `update ballots set closed_at = now(), outcome = case when
           (select count(*) filter (where choice = 'yes') > count(*) filter (where choice = 'no') from votes where ballot_id = $1)
           then 'accepted' else 'declined' end
         where id = $1 and closed_at is null`,
        [id],
      );
    },
    noticeUrl: async (id) => {
      const { rows } = await database.query<Row>("select notice_url from ballots where id = $1", [id]);
      return rows[0]?.notice_url;
    },
    end: () => database.close(),
  };
}

function present(row: Row): Ballot {
  return {
    id: row.id,
    ...(JSON.parse(row.content) as BallotContent),
    status: row.closed_at === null ? "open" : "closed",
    votes: { yes: row.yes, no: row.no },
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    openedAt: row.opened_at.toISOString(),
    ...(row.closed_at === null ? {} : { closedAt: row.closed_at.toISOString() }),
  };
}
