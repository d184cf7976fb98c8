import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';

/** What a command cost. `peakMb`: of its largest process. `ended`: 'ok', 'time-out' or its exit code. */
export function measure(command, args, { cwd, env, timeoutMs = 120_000, input } = {}) {
  const report = path.join(tmpdir(), `measure-${process.pid}`);
  const run = spawnSync(
    '/usr/bin/time',
    ['-o', report, '-f', '%e %U %S %M', 'timeout', '-k', '5', String(timeoutMs / 1000), command, ...args],
    {
      cwd,
      env: { ...process.env, ...env },
      input,
      maxBuffer: 1 << 30,
    },
  );
  const figures = readFileSync(report, 'utf8').trim().split('\n').at(-1).split(' ').map(Number);
  rmSync(report);
  const [wallS, userS, systemS, kilobytes] = figures;
  return {
    wallS,
    cpuS: round(userS + systemS),
    peakMb: Math.round(kilobytes / 1024),
    outputBytes: run.stdout.length,
    ended: run.status === 0 ? 'ok' : run.status === 124 ? 'time-out' : `exit ${run.status}`,
    stdout: run.stdout.toString(),
    stderr: run.stderr.toString(),
  };
}

/** The run in the middle by CPU time, of an odd number of runs. */
export function median(runs, by = (run) => run.cpuS) {
  return [...runs].sort((a, b) => by(a) - by(b))[Math.floor(runs.length / 2)];
}

export const repeat = (times, run) => Array.from({ length: times }, (_, i) => run(i));

export const round = (value, digits = 2) => Number(value.toFixed(digits));

/** What the figures depend on besides the program. `load`: others at work on the machine make all figures worse. */
export function machineFacts() {
  const [load] = readFileSync('/proc/loadavg', 'utf8').split(' ').map(Number);
  return {
    node: process.version,
    cores: cpus().length,
    cpu: cpus()[0]?.model.trim(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim(),
    load,
    date: new Date().toISOString().slice(0, 16),
  };
}
