import { type FormEvent, useState } from 'react';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { faultAt } from '#platform/externo/portal-faults.ts';
import { useSending } from '#platform/externo/portal-sending.web.tsx';
import { sentenceOf, useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import {
  Button,
  Confirm,
  Faults,
  Field,
  FileInput,
  Notice,
  Page,
  TextField,
  Waiting,
  Window,
} from '#platform/externo/portal-ui.web.tsx';

interface Documento {
  id: number;
  descricao: string;
  data: string | null;
  observacao: string | null;
  url: string | null;
  anexo: { id: number; nome: string };
}

const CAMPOS = new Set(['descricao', 'data', 'observacao', 'anexo', 'arquivo']);

/** SCR-017: the candidate's documents; SCR-018 opens the dialog with the page. */
export function Documentos({ anexa = false }: { anexa?: boolean }) {
  const { conta, say } = usePortal();
  const base = `/api/externo/candidatos/${conta?.id}/documentos-anexos`;
  const { data, fault, reload } = useAnswer<Documento[]>(base);
  const [aberto, setAberto] = useState<Documento | 'novo' | null>(anexa ? 'novo' : null);
  const [saindo, setSaindo] = useState<Documento>();
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  const exclui = async () => {
    try {
      await api.delete(`${base}/${saindo?.id}`, {}, { silent: true });
      say('Documento excluído com sucesso.');
    } catch (error) {
      say(sentenceOf(error));
    }
    setSaindo(undefined);
    reload();
  };
  return (
    <Page title="Meus documentos" lead="Certificados, cartas e o que mais a seleção pedir.">
      <div className="p-card">
        {data.length === 0 && <p>Você ainda não anexou documentos.</p>}
        <div className="p-rows">
          <ul>
            {data.map((documento) => (
              <li key={documento.id}>
                <span>
                  <a href={`${base}/${documento.id}/download`} target="_blank" rel="noreferrer">
                    {documento.descricao}
                  </a>
                  <span className="p-hint">
                    {' '}
                    {documento.anexo.nome}
                    {documento.data && ` · ${formatDate(documento.data)}`}
                    {documento.observacao && ` · ${documento.observacao}`}
                  </span>
                </span>
                <Button look="plain" aria-label={`Editar ${documento.descricao}`} onClick={() => setAberto(documento)}>
                  Editar
                </Button>
                <Button look="plain" aria-label={`Excluir ${documento.descricao}`} onClick={() => setSaindo(documento)}>
                  Excluir
                </Button>
              </li>
            ))}
          </ul>
          <Button onClick={() => setAberto('novo')}>Anexar documento</Button>
        </div>
      </div>
      {aberto && (
        <Formulario
          base={base}
          antes={aberto === 'novo' ? undefined : aberto}
          onClose={() => setAberto(null)}
          onDone={() => {
            setAberto(null);
            say(aberto === 'novo' ? 'Documento anexado com sucesso.' : 'Documento atualizado com sucesso.');
            reload();
          }}
        />
      )}
      {saindo && (
        <Confirm text={`Excluir ${saindo.descricao}?`} ok="Excluir" onOk={exclui} onClose={() => setSaindo(undefined)} />
      )}
    </Page>
  );
}

function Formulario({
  base,
  antes,
  onClose,
  onDone,
}: {
  base: string;
  /** what is edited; undefined: a new one */
  antes: Documento | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [valores, setValores] = useState({
    descricao: antes?.descricao ?? '',
    data: antes?.data ?? '',
    observacao: antes?.observacao ?? '',
  });
  const [arquivo, setArquivo] = useState<File>();
  const { faults: faltas, busy, send } = useSending();
  const anexa = async () => {
    if (!arquivo) return null;
    const corpo = new FormData();
    corpo.append('arquivo', arquivo);
    const { id } = await api.post<{ id: number }>(`${base}/arquivos`, corpo, { silent: true });
    return { id };
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const vazios = [
      ...(valores.descricao.trim() === '' ? [{ field: 'descricao', message: 'Descrição é obrigatória' }] : []),
      ...(arquivo || antes ? [] : [{ field: 'anexo', message: 'Anexo é obrigatório' }]),
    ];
    return send(event, vazios, async () => {
      const documento = {
        ...valores,
        data: valores.data || null,
        observacao: valores.observacao || null,
        url: antes?.url ?? null,
        anexo: await anexa(),
      };
      if (antes) await api.put(`${base}/${antes.id}`, documento, { silent: true });
      else await api.post(base, documento, { silent: true });
      onDone();
    });
  };
  return (
    <Window title={antes ? 'Editar documento' : 'Anexar documento'} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Faults faults={faltas.filter(({ field }) => !CAMPOS.has(field))} />
        <TextField
          label="Descrição"
          name="descricao"
          maxLength={100}
          required
          value={valores.descricao}
          onText={(descricao) => setValores({ ...valores, descricao })}
          fault={faultAt(faltas, 'descricao')}
        />
        <TextField
          label="Data"
          name="data"
          type="date"
          hint="A do documento, se ele tiver."
          value={valores.data}
          onText={(data) => setValores({ ...valores, data })}
          fault={faultAt(faltas, 'data')}
        />
        <Field label="Observação" fault={faultAt(faltas, 'observacao')}>
          {(marks) => (
            <textarea
              {...marks}
              name="observacao"
              rows={3}
              maxLength={2_000}
              value={valores.observacao}
              onChange={(event) => setValores({ ...valores, observacao: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label={antes ? 'Trocar o anexo' : 'Anexo'}
          required={!antes}
          hint={antes ? `Fica ${antes.anexo.nome}, se nada for escolhido.` : 'PDF, DOCX, ODT ou foto, até 10 MB.'}
          fault={faultAt(faltas, 'anexo') ?? faultAt(faltas, 'arquivo')}
        >
          {(marks) => (
            <FileInput
              {...marks}
              name="anexo"
              chosen={arquivo?.name}
              accept=".pdf,.docx,.odt,image/png,image/jpeg,image/webp"
              onChange={(event) => setArquivo(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
        <div className="p-actions">
          <Button look="plain" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? 'Enviando…' : antes ? 'Salvar' : 'Anexar'}
          </Button>
        </div>
      </form>
    </Window>
  );
}

export const page = definePage({ title: 'Meus documentos', who: 'externo', content: Documentos });
