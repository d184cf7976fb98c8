import type { ToolCall } from './tool.ts';

/** One rising count over both stages: the protocol allows no step back. */
export function risingProgress({ progress }: ToolCall) {
  let stage: keyof typeof STAGES | undefined;
  let base = 0;
  let reached = 0;
  return (report: { stage: keyof typeof STAGES; done: number; total: number | undefined }) => {
    if (report.stage !== stage) base = reached;
    stage = report.stage;
    reached = base + report.done;
    progress(reached, report.total === undefined ? undefined : base + report.total, STAGES[stage]);
  };
}

const STAGES = { walk: 'Finding files', parse: 'Reading files' };
