import { FIXTURE_INPUTS } from './support/fixture-inputs.ts';
import { describeContract } from './support/register-contract.ts';

describeContract('the fixtures', FIXTURE_INPUTS);
