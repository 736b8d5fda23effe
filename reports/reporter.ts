/** Playwright reporter: collects what the workers found, writes the reports, shows progress and the verdict. */
import { existsSync } from 'node:fs';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import {
  type BatchResult,
  HISTORY,
  loadSettings,
  type Past,
  RESULT,
  readJsonFile,
  requirements,
  type Settings,
  STOP,
  type Waiver,
} from '../schemas/contract.ts';
import { lastWords } from './annotations.ts';
import { colored, showsColor } from './color.ts';
import { unwritable } from './folder.ts';
import { leftOut, partOf, planOf, shardWarning } from './part.ts';
import { recordOf } from './record.ts';
import type { RunFacts } from './runFacts.ts';
import { everyTenSeconds, failureLine, type Progress, progressLine, summaryLines } from './terminal.ts';

const CLEAR = '\r\u001b[K';
/** A terminal is not written to more often than an eye follows. */
const EVERY_MS = 100;

/** Whether a failure of this requirement would decide the verdict. */
const decides = (id: string | undefined, strict: boolean) =>
  strict || requirements.find((one) => one.id === id)?.level !== 'should';

/** What the command handed on of earlier runs. */
const historyFrom = (text: string | undefined): { history?: Past[] } =>
  text === undefined ? {} : { history: JSON.parse(text) as Past[] };

export default class ConformanceReporter implements Reporter {
  private readonly settings: Settings = loadSettings(process.cwd(), process.env);
  private readonly forms: boolean;
  private readonly started = new Date();
  private readonly batches: BatchResult[] = [];
  private readonly errors: string[] = [];
  private interrupted = false;
  private tests = 0;
  private ended = 0;
  private readonly plan = planOf(process.env);
  private shard: FullConfig['shard'] = null;
  private readonly progress: Progress = { done: 0, planned: 0, failed: 0, group: '' };
  private endLines = () => {};
  /** When progress was last shown. */
  private shown = 0;
  /** What writes the forms, loaded while the workers work: it takes long, and nothing waits for it then. */
  private writer: Promise<typeof import('./write.ts')> | undefined;

  /** @param options `forms: false` writes the record alone, to see what the forms cost */
  constructor({ forms = true }: { forms?: boolean } = {}) {
    this.forms = forms;
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin({ shard }: FullConfig, suite: Suite): void {
    this.shard = shard;
    const tests = suite.allTests();
    this.tests = tests.length;
    const checks = tests.flatMap(({ annotations }) => annotations.filter(({ type }) => type === 'checks'));
    this.progress.planned = checks.reduce((sum, { description }) => sum + Number(description), 0);
    if (!process.stderr.isTTY)
      this.endLines = everyTenSeconds(
        () => this.line(200),
        (text) => process.stderr.write(text),
      );
  }

  private line(width: number): string {
    return progressLine(this.progress, Date.now() - this.started.getTime(), width);
  }

  onError({ message, value }: TestError): void {
    this.errors.push(message ?? value ?? 'an error without a message');
  }

  onTestBegin(): void {
    this.writer ??= import('./write.ts');
  }

  onStepEnd(test: TestCase, _result: TestResult, step: TestStep): void {
    if (step.category !== 'test.step' || step.parent?.category === 'test.step') return;
    this.progress.done++;
    this.progress.group = test.title;
    if (step.error) this.progress.failed++;
    if (!process.stderr.isTTY) return;
    if (step.error) process.stderr.write(`${CLEAR}${this.failed(step)}\n`);
    if (step.error || Date.now() - this.shown >= EVERY_MS) this.show();
  }

  private failed({ title, error }: TestStep): string {
    const [id] = title.split(':');
    const line = failureLine(title, error?.message?.replace(/^Error: /, ''), decides(id, this.settings.strict));
    return showsColor(process.stderr, process.env) ? colored(line) : line;
  }

  private show(): void {
    this.shown = Date.now();
    process.stderr.write(`${CLEAR}${this.line(process.stderr.columns || 80)}`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.ended++;
    // Taken back for every report: see tests/conformance.spec.ts, which keeps its worker that way.
    if (result.status === 'failed' && test.expectedStatus === 'failed') test.expectedStatus = 'passed';
    const found = result.attachments.find((attachment) => attachment.name === RESULT)?.body;
    if (found) this.batches.push(JSON.parse(found.toString('utf8')) as BatchResult);
    else
      this.errors.push(
        `the batch "${test.title}" did not end (${result.status}): ${result.error?.message ?? 'its worker was lost'}`,
      );
    if (process.stderr.isTTY) this.show();
  }

  private facts(): RunFacts {
    const { groups, strict, allowIncomplete, targetName, waivers } = this.settings;
    return {
      batches: this.batches,
      errors: this.errors,
      planned: this.batches.reduce((sum, { planned }) => sum + planned, 0),
      claimed: groups,
      ...(this.interrupted
        ? { leftOut: { reason: 'interrupted', remedy: 'a run that is not interrupted' } }
        : leftOut(this.plan, this.tests, this.shard)),
      warnings: [...(this.shard ? [shardWarning(this.shard)] : []), ...(this.plan.warnings ?? [])],
      strict,
      allowIncomplete,
      waivers: waivers === undefined ? [] : (readJsonFile('WAIVERS', waivers, 'suite/waivers.json') as Waiver[]),
      targetName,
      today: this.started.toISOString().slice(0, 10),
    };
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    this.endLines();
    if (process.stderr.isTTY) process.stderr.write(CLEAR);
    const { status } = result;
    this.interrupted = status === 'interrupted';
    if (this.interrupted) this.errors.push('the run was interrupted at once, and what was under way is lost');
    if (status === 'timedout') this.errors.push('the run took longer than Playwright was told to wait');
    if (existsSync(process.env[STOP] ?? '')) this.errors.push('the run was interrupted');
    if (this.ended < this.tests) this.errors.push(`${this.tests - this.ended} of ${this.tests} batches never ran`);
    const facts = this.facts();
    const record = recordOf(
      {
        settings: this.settings,
        runId: process.env.GOAL_CONFORMANCE_RUN ?? 'local',
        startedAt: this.started.toISOString(),
        durationMs: Date.now() - this.started.getTime(),
        ...historyFrom(process.env[HISTORY]),
      },
      facts,
      this.shard && this.shard.total > 1 ? partOf(this.shard, this.plan, facts) : undefined,
    );
    try {
      const { writeRecord, writeReports } = await (this.writer ?? import('./write.ts'));
      if (this.forms) writeReports(this.settings.reportDir, record);
      else writeRecord(this.settings.reportDir, record);
    } catch (error) {
      // What was found is said at least; without a record the command ends with exit 3.
      process.stderr.write(`${unwritable(this.settings.reportDir, error)}\n`);
    }
    const lines = summaryLines(record, this.settings.reportDir);
    const shown = showsColor(process.stdout, process.env) ? lines.map(colored) : lines;
    process.stdout.write(`${lastWords(record, shown, process.env)}\n`);
    return { status: record.exitCode === 0 ? 'passed' : 'failed' };
  }
}
