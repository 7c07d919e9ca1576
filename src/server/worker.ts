/** A worker's side of the channel to its primary. */
import type { AddressInfo, Socket } from "node:net";
import type { Channel } from "../adapters/limiter/leases.ts";
import type { MetricsSnapshot } from "../adapters/observe/metrics-pool.ts";

/** What a worker tells its primary. */
export type WorkerMessage =
  /** It has started and asks for the address. */
  | { readonly preflightHello: true }
  /** It serves; the text is for the person who started it. */
  | { readonly preflightServing: string }
  /** It has the connection that it was given. */
  | { readonly preflightAccepted: true }
  | { readonly preflightStopping: true }
  | { readonly preflightReport: WorkerReport };

export interface WorkerReport {
  readonly metrics: MetricsSnapshot;
  readonly ready: boolean;
}

/** What the primary tells a worker. A connection comes with a socket. */
export type PrimaryMessage =
  | { readonly preflightAddress: AddressInfo }
  | { readonly preflightConnection: true }
  | { readonly preflightCollect: true }
  /** From now on, callers are asked to leave. */
  | { readonly preflightDrain: true }
  /** The port is about to be closed: answer nothing until SIGTERM, which follows at once. */
  | { readonly preflightPause: true };

export interface PrimaryLink extends Channel {
  /** Of the port that the primary listens on. */
  readonly address: AddressInfo;
  tell(message: WorkerMessage): void;
  /** `take` is false if this process is about to end: then the primary gives the connection to another one. */
  onConnection(take: (socket: Socket) => boolean): void;
  onMessage(listener: (message: object) => void): void;
  /** Sends a report now and then, and when the primary asks for one. */
  reportBy(report: () => Promise<WorkerReport>): void;
}

const REPORT_EVERY_MS = 2_000;

export async function joinPrimary(): Promise<PrimaryLink> {
  // A primary that has ended takes its workers along, so a failed message needs no handling.
  const send = (message: object): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  const tell = (message: WorkerMessage): void => send(message);
  const address = new Promise<AddressInfo>((resolve) => {
    // Stays until the address has come: other messages may come before it, several at once.
    process.on("message", function onMessage(message: object) {
      if (!("preflightAddress" in message)) return;
      process.off("message", onMessage);
      resolve((message as { preflightAddress: AddressInfo }).preflightAddress);
    });
  });
  tell({ preflightHello: true });
  return {
    address: await address,
    send,
    tell,
    onConnection(take) {
      process.on("message", (message: object, socket?: Socket) => {
        if (!("preflightConnection" in message)) return;
        // Undefined if the caller has gone meanwhile.
        if (socket === undefined || take(socket)) tell({ preflightAccepted: true });
      });
    },
    onMessage: (listener) => void process.on("message", listener),
    reportBy(report) {
      const tellReport = async (): Promise<void> => tell({ preflightReport: await report() });
      process.on("message", (message: object) => {
        if ("preflightCollect" in message) void tellReport();
      });
      setInterval(tellReport, REPORT_EVERY_MS).unref();
      void tellReport();
    },
  };
}
