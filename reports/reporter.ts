/** Playwright reporter: collects what the workers found, writes the reports, shows progress and the verdict. */
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
  endedEarly,
  HISTORY,
  INTERRUPTED,
  isInterrupted,
  loadSettings,
  PARENT,
  type Past,
  REPORTED,
  RUN,
  readJsonFile,
  requirements,
  type Settings,
  TESTS,
  type Waiver,
} from '../schemas/contract.ts';
import { lastWords } from './annotations.ts';
import { colored, showsColor } from './color.ts';
import { takeBackExpected } from './expected.ts';
import { clearReports, takeFolder, unwritable } from './folder.ts';
import { handedBy, takeOut, timeStep, timeTest, together, withoutLabels } from './handed.ts';
import { mergedSettings } from './merged.ts';
import { leftOut, partOf, planOf, selectedTests, shardWarning } from './partialRun.ts';
import { recordOf } from './record.ts';
import type { RunFacts } from './runFacts.ts';
import { everyTenSeconds, failureLine, type Progress, progressLine, summaryLines } from './terminal.ts';

const CLEAR = '\r\u001b[K';
/** A terminal is not written to more often than an eye follows. */
const EVERY_MS = 100;

/** Reporters of Playwright that write to the standard output, which may be read by a program. */
const PRINTING = new Set(['json', 'junit', 'list', 'line', 'dot', 'github']);

const NOT_MERGED = {
  reason: 'not in the blobs that were merged',
  remedy: 'the blobs of all shards, in one folder',
};

/** Whether a failure of this requirement would decide the verdict. */
const decides = (id: string | undefined, strict: boolean) =>
  strict || requirements.find((one) => one.id === id)?.level !== 'should';

/** What the command handed on of earlier runs. */
const historyFrom = (text: string | undefined): { history?: Past[] } =>
  text === undefined ? {} : { history: JSON.parse(text) as Past[] };

export default class ConformanceReporter implements Reporter {
  /** Read when the tests are known: the target may be started after this was made. */
  private settings: Settings = loadSettings(process.cwd(), process.env);
  private readonly forms: boolean;
  /** Whether blobs are merged, instead of tests run. */
  private readonly merges: boolean;
  private started = new Date();
  private readonly parts: BatchResult[] = [];
  private readonly errors: string[] = [];
  /** Tests that have handed over nothing. */
  private readonly lost: string[] = [];
  private interrupted = false;
  private all: TestCase[] = [];
  private ended = 0;
  private plan = planOf(process.env);
  private shard: FullConfig['shard'] = null;
  /** Whether another reporter may be writing to the standard output. */
  private beside = false;
  /** Whether Allure reads what it makes labels of; it has done so when the run ends. */
  private labelled = false;
  private readonly progress: Progress = { done: 0, planned: 0, failed: 0, group: '' };
  private endLines = () => {};
  /** When progress was last shown. */
  private shown = 0;
  /** What writes the forms, loaded while the workers work: it takes long, and nothing waits for it then. */
  private writer: Promise<typeof import('./write.ts')> | undefined;

  /**
   * @param options `forms: false` writes the record alone, to see what the forms cost; `_mode` is Playwright's: `merge` when
   * it joins the blobs of shards, which no run has prepared a folder for
   */
  constructor({ forms = true, _mode }: { forms?: boolean; _mode?: string } = {}) {
    this.forms = forms;
    this.merges = _mode === 'merge';
    if (!this.merges) return;
    takeFolder('REPORT_DIR', this.settings.reportDir);
    clearReports(this.settings.reportDir);
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin({ shard, reporter, metadata }: FullConfig, suite: Suite): void {
    this.settings = loadSettings(process.cwd(), process.env);
    if (this.merges) {
      const { settings, error } = mergedSettings(this.settings, metadata);
      this.settings = settings;
      if (error !== undefined) this.errors.push(error);
    }
    this.plan = planOf(process.env);
    this.shard = shard;
    this.beside = reporter.some(([name]) => PRINTING.has(name));
    this.labelled = reporter.some(([name]) => name === 'allure-playwright');
    this.all = suite.allTests();
    for (const test of this.all) takeBackExpected(test);
    process.env[REPORTED] = 'true';
    process.env[TESTS] = JSON.stringify(selectedTests(this.all));
    const checks = this.all.flatMap(({ annotations }) => annotations.filter(({ type }) => type === 'checks'));
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

  onStepBegin(_test: TestCase, result: TestResult, step: TestStep): void {
    if (step.category === 'test.step') timeStep(step, handedBy(result));
  }

  onStepEnd(test: TestCase, result: TestResult, step: TestStep): void {
    if (step.category !== 'test.step' || step.parent?.category === 'test.step') return;
    timeStep(step, handedBy(result));
    this.progress.done++;
    this.progress.group = test.parent.title;
    if (step.error) this.progress.failed++;
    if (!process.stderr.isTTY) return;
    if (step.error) process.stderr.write(`${CLEAR}${this.failed(test, step)}\n`);
    if (step.error || Date.now() - this.shown >= EVERY_MS) this.show();
  }

  private failed(test: TestCase, { error }: TestStep): string {
    const [id] = test.title.split(':');
    const [message] = error?.message?.replace(/^Error: /, '').split('\n') ?? [];
    const line = failureLine(id ?? '', message, decides(id, this.settings.strict));
    return showsColor(process.stderr, process.env) ? colored(line) : line;
  }

  private show(): void {
    this.shown = Date.now();
    process.stderr.write(`${CLEAR}${this.line(process.stderr.columns || 80)}`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.ended++;
    const handed = handedBy(result);
    this.parts.push(...handed.map((one) => one.result));
    timeTest(result, handed);
    // Of a blob each step knows its attachments by their numbers.
    if (!this.merges) takeOut(result);
    if (!this.labelled) withoutLabels(test);
    if (handed.length === 0)
      this.lost.push(
        `the test "${test.title}" did not end (${result.status}): ${result.error?.message ?? 'its worker was lost'}`,
      );
    if (process.stderr.isTTY) this.show();
  }

  private facts(): RunFacts {
    const { groups, strict, allowIncomplete, targetName, waivers, profile } = this.settings;
    const batches = together(this.parts);
    const missing = this.merges ? NOT_MERGED : endedEarly(process.env, this.settings.maxMinutes);
    const tests = new Set(this.all.map(({ id, repeatEachIndex }) => (repeatEachIndex === 0 ? id : ''))).size;
    return {
      batches,
      errors: this.errors,
      planned: batches.reduce((sum, { planned }) => sum + planned, 0),
      claimed: groups,
      ...(this.interrupted
        ? { leftOut: INTERRUPTED }
        : leftOut(this.plan, { tests, shard: this.shard, profile, native: process.env[PARENT] === undefined })),
      ...(missing && { missing }),
      warnings: [...(this.shard ? [shardWarning(this.shard)] : []), ...(this.plan?.warnings ?? [])],
      strict,
      allowIncomplete,
      waivers: waivers === undefined ? [] : (readJsonFile('WAIVERS', waivers, 'suite/waivers.json') as Waiver[]),
      targetName,
      today: this.started.toISOString().slice(0, 10),
    };
  }

  /** Notes why a run did not come to its end, if it did not. */
  private noteEnd({ status }: FullResult): void {
    this.interrupted = status === 'interrupted';
    if (this.interrupted) this.errors.push('the run was interrupted at once, and what was under way is lost');
    else this.errors.push(...this.lost);
    if (status === 'timedout') this.errors.push('the run took longer than Playwright was told to wait');
    if (isInterrupted(process.env)) this.errors.push('the run was interrupted');
    if (this.ended < this.all.length)
      this.errors.push(`${this.all.length - this.ended} of ${this.all.length} tests never ran`);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    this.endLines();
    if (process.stderr.isTTY) process.stderr.write(CLEAR);
    this.noteEnd(result);
    if (this.merges) this.started = result.startTime;
    for (const test of this.all) withoutLabels(test);
    const facts = this.facts();
    const record = recordOf(
      {
        settings: this.settings,
        runId: process.env[RUN] ?? 'local',
        startedAt: this.started.toISOString(),
        durationMs: this.merges ? Math.round(result.duration) : Date.now() - this.started.getTime(),
        ...historyFrom(process.env[HISTORY]),
      },
      facts,
      this.shard && this.shard.total > 1 && this.plan ? partOf(this.shard, this.plan, facts) : undefined,
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
    const stream = this.beside ? process.stderr : process.stdout;
    const shown = showsColor(stream, process.env) ? lines.map(colored) : lines;
    stream.write(`${lastWords(record, shown, process.env)}\n`);
    return { status: record.exitCode === 0 ? 'passed' : 'failed' };
  }
}
