import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

type Answers = Readonly<Record<string, { content?: Record<string, { schema: object }> }>>;

/** Judges the answers of requests of a test by what their routes say that they answer; an untrue description throws. */
export function judgeAnswers(app: FastifyInstance): (response: LightMyRequestResponse, body: unknown) => void {
  const described = new WeakMap<object, { route: string; answers: Answers }>();
  const judges = new WeakMap<object, ValidateFunction>();
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  app.addHook('onSend', async (request, reply, payload) => {
    const { schema, url = '' } = request.routeOptions;
    if (schema?.response) described.set(reply.raw, { route: `${request.method} ${url}`, answers: schema.response as Answers });
    return payload;
  });

  function judgeOf(schema: object): ValidateFunction {
    if (!ajv.getSchema('Erro')) for (const one of Object.values(app.getSchemas())) ajv.addSchema(one as object);
    const judge = judges.get(schema) ?? ajv.compile(schema);
    judges.set(schema, judge);
    return judge;
  }

  return (response, body) => {
    const { statusCode, headers } = response;
    const { route = '', answers = {} } = described.get(response.raw.res) ?? {};
    if (route === '' || statusCode >= 300) return;
    const answer = answers[statusCode];
    if (!answer) throw new Error(`${route} does not say that it answers ${statusCode}`);
    if (!String(headers['content-type']).includes('json')) return;
    const schema = answer.content ? answer.content['application/json']?.schema : answer;
    const judge = schema && judgeOf(schema);
    if (judge?.(body) === false)
      throw new Error(
        `${route} answers otherwise than it says: ${ajv.errorsText(judge.errors)} in ${JSON.stringify(body).slice(0, 400)}`,
      );
  };
}
