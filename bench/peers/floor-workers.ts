/** The floor with two processes by `node:cluster`: what a second process can gain on this machine at all. */
import cluster from "node:cluster";

if (cluster.isPrimary) for (let count = 0; count < 2; count++) cluster.fork();
else await import("./floor.js");
