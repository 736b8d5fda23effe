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
  loadSettings,
  RESULT,
  readJsonFile,
  type Settings,
  type Waiver,
} from '../schemas/contract.ts';
import { lastWords } from './annotations.ts';
import { leftOut, partOf, planOf, shardWarning } from './part.ts';
import { recordOf } from './record.ts';
import { failureLine, type Progress, progressLine, summaryLines } from './terminal.ts';
import type { RunFacts } from './verdict.ts';
import { writeRecord, writeReports } from './write.ts';

const CLEAR = '\r\u001b[K';
/** A terminal is not written to more often than an eye follows. */
const EVERY_MS = 100;

export default class ConformanceReporter implements Reporter {
  private readonly settings: Settings = loadSettings(process.cwd(), process.env);
  private readonly forms: boolean;
  private readonly started = new Date();
  private readonly batches: BatchResult[] = [];
  private readonly errors: string[] = [];
  private tests = 0;
  private ended = 0;
  private readonly plan = planOf(process.env);
  private shard: FullConfig['shard'] = null;
  private readonly progress: Progress = { done: 0, planned: 0, failed: 0, group: '' };
  /** When progress was last shown. */
  private shown = 0;

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
  }

  onError({ message, value }: TestError): void {
    this.errors.push(message ?? value ?? 'an error without a message');
  }

  onStepEnd(test: TestCase, _result: TestResult, step: TestStep): void {
    if (step.category !== 'test.step' || step.parent?.category === 'test.step') return;
    this.progress.done++;
    this.progress.group = test.title;
    if (step.error) this.progress.failed++;
    if (!process.stderr.isTTY) return;
    if (step.error)
      process.stderr.write(`${CLEAR}${failureLine(step.title, step.error.message?.replace(/^Error: /, ''))}\n`);
    if (step.error || Date.now() - this.shown >= EVERY_MS) this.show();
  }

  private show(): void {
    this.shown = Date.now();
    process.stderr.write(`${CLEAR}${progressLine(this.progress, process.stderr.columns || 80)}`);
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
      ...leftOut(this.plan, this.tests, this.shard),
      ...(this.shard && { warnings: [shardWarning(this.shard)] }),
      strict,
      allowIncomplete,
      waivers: waivers === undefined ? [] : (readJsonFile('WAIVERS', waivers, 'suite/waivers.json') as Waiver[]),
      targetName,
      today: this.started.toISOString().slice(0, 10),
    };
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    if (process.stderr.isTTY) process.stderr.write(CLEAR);
    if (result.status === 'interrupted' || result.status === 'timedout')
      this.errors.push(`the run was ${result.status}`);
    if (this.ended < this.tests) this.errors.push(`${this.tests - this.ended} of ${this.tests} batches never ran`);
    const facts = this.facts();
    const record = recordOf(
      {
        settings: this.settings,
        runId: process.env.GOAL_CONFORMANCE_RUN ?? 'local',
        startedAt: this.started.toISOString(),
        durationMs: Date.now() - this.started.getTime(),
      },
      facts,
      this.shard && this.shard.total > 1 ? partOf(this.shard, this.plan, facts) : undefined,
    );
    if (this.forms) writeReports(this.settings.reportDir, record);
    else writeRecord(this.settings.reportDir, record);
    process.stdout.write(`${lastWords(record, summaryLines(record, this.settings.reportDir), process.env)}\n`);
    return { status: record.exitCode === 0 ? 'passed' : 'failed' };
  }
}
