/** Vitest's setup file of the lanes that start processes: no test file leaves one to the next. */
import { afterAll } from "vitest";
import { endProcesses } from "./processes.ts";

afterAll(endProcesses);
