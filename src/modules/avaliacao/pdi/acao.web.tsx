import { useMemo, useRef } from 'react';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { addMonths } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { asOption, idOf, type Named } from '#kit/fields/options.web.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { type AcaoDoPlano, acaoDaLacuna, type Lacuna, type TalentoDoPlano } from './plano.ts';
import { dialogoDaAcao, doAcompanhamento } from './planos-acao.registry.ts';

/** Whoever may answer for an action: the talent, who leads them, whom the reader leads. */
const responsavelInput = (talento: number, nomes: readonly Named[]) =>
  function ResponsavelInput(props: InputProps) {
    const input = useInput<unknown>(props);
    const id = idOf(input.value);
    const known = nomes.find((one) => one.id === id);
    const load = useMemo(
      () => async (busca: string, signal: AbortSignal) =>
        (
          await api.get<Named[]>(
            `avaliacao/pdi/${talento}/responsaveis`,
            { busca: busca.trim() },
            { quiet: true, silent: true, signal },
          )
        ).map(asOption),
      [],
    );
    return (
      <Select<number>
        {...pickerFrame(input)}
        value={id}
        selected={known ? asOption(known) : null}
        onChange={(chosen) => input.onChange(chosen)}
        load={load}
      />
    );
  };

interface DialogProps {
  talento: Named;
  acao?: AcaoDoPlano;
  lacuna?: { avaliacao: Named; competencia: Lacuna };
  onClose(isDone: boolean): void;
}

/** SCR-386: an action is put into a plan, or changed. */
export function AcaoDialog({ talento, acao, lacuna, onClose }: DialogProps) {
  const { today } = useCheckContext();
  const key = useRef(newKey());
  const inputs = useMemo(
    () => ({
      responsavelId: responsavelInput(
        talento.id,
        acao ? [{ id: acao.responsavelId, nome: acao.responsavel }, talento] : [talento],
      ),
    }),
    [talento, acao],
  );
  const start = acao ?? {
    ...(lacuna ? acaoDaLacuna(lacuna.competencia) : {}),
    previsaoInicio: today,
    previsaoTermino: addMonths(today, 3),
    responsavelId: talento.id,
  };
  const unasked = acao
    ? {
        competencia: acao.competencia?.id ?? null,
        avaliacaoDesempenho: acao.avaliacaoDesempenho?.id ?? null,
        acompanhamentoSituacao: acao.acompanhamentoSituacao,
        acompanhamentoInicio: acao.acompanhamentoInicio,
        acompanhamentoTermino: acao.acompanhamentoTermino,
        acompanhamentoObservacao: acao.acompanhamentoObservacao,
        versao: acao.versao,
      }
    : {
        competencia: lacuna?.competencia.competenciaId ?? null,
        avaliacaoDesempenho: lacuna?.avaliacao.id ?? null,
        acompanhamentoSituacao: 'I',
      };
  return (
    <FormDialog
      form={dialogoDaAcao}
      title={acao ? 'Mudar a ação' : 'Incluir ação'}
      ok={acao ? 'Salvar' : 'Incluir'}
      start={start as unknown as Record<string, unknown>}
      inputs={inputs}
      send={async (values) => {
        const path = `avaliacao/pdi/${talento.id}/acoes`;
        const body = { ...values, ...unasked };
        await (acao
          ? api.put(`${path}/${acao.id}`, body, { silent: true })
          : api.post(path, body, { silent: true, headers: { 'Idempotency-Key': key.current } }));
        toast.success(acao ? 'Ação salva com sucesso.' : 'Ação incluída com sucesso.');
      }}
      onClose={onClose}
    />
  );
}

const acompanhamento = defineForm({ fields: doAcompanhamento });

/** How an action goes, beginning with what the button says: it begins, it is done. */
export function AcompanharDialog({
  acao,
  situacao,
  onClose,
}: {
  acao: AcaoDoPlano;
  situacao: AcaoDoPlano['acompanhamentoSituacao'];
  onClose(isDone: boolean): void;
}) {
  const { today } = useCheckContext();
  const comeco =
    situacao === 'I' ? null : (acao.acompanhamentoInicio ?? (acao.previsaoInicio > today ? acao.previsaoInicio : today));
  const start = {
    acompanhamentoSituacao: situacao,
    acompanhamentoInicio: comeco,
    acompanhamentoTermino: situacao === 'C' ? (acao.acompanhamentoTermino ?? today) : null,
    acompanhamentoObservacao: acao.acompanhamentoObservacao,
  };
  return (
    <FormDialog
      form={acompanhamento}
      title={acao.nome}
      ok="Salvar"
      start={start}
      send={async (values) => {
        await api.put(`avaliacao/pdi/acoes/${acao.id}/acompanhamento`, { ...values, versao: acao.versao }, { silent: true });
        toast.success('Acompanhamento salvo com sucesso.');
      }}
      onClose={onClose}
    />
  );
}

export const nomeado = ({ id, nome }: TalentoDoPlano): Named => ({ id, nome });
