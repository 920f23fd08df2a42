import { useMemo, useState } from 'react';
import { formatDate } from '#kit/br/date.ts';
import { counted, fold } from '#kit/br/text.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { Link } from '#platform/externo/portal-address.web.tsx';
import { useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Field, Notice, Page, TextField, Waiting } from '#platform/externo/portal-ui.web.tsx';
import { lugarDe, type MinhaCandidatura, type Vaga } from '../portal/vaga.ts';

/** SCR-019: the open vacancies of a company, for anybody. */
function Anuncios() {
  const { empresaId, empresa, query, conta } = usePortal();
  const { data, fault } = useAnswer<Vaga[]>(empresaId === null ? null : `/api/externo/anuncios?empresaId=${empresaId}`);
  const minhas = useAnswer<MinhaCandidatura[]>(conta ? '/api/externo/candidato-solicitacoes' : null);
  const [texto, setTexto] = useState('');
  const [lugar, setLugar] = useState('');
  const [vinculo, setVinculo] = useState('');
  const lugares = useMemo(() => [...new Set((data ?? []).map(lugarDe).filter(Boolean))].sort(), [data]);
  const vinculos = useMemo(() => [...new Set((data ?? []).map((vaga) => vaga.vinculo))].sort(), [data]);
  if (empresaId === null) return <EscolhaDaEmpresa />;
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  const procura = fold(texto);
  const achadas = data.filter(
    (vaga) =>
      (procura === '' ||
        fold(`${vaga.titulo} ${vaga.cargo ?? ''} ${vaga.descricao.replace(/<[^<>]*>/g, ' ')}`).includes(procura)) &&
      (lugar === '' || lugarDe(vaga) === lugar) &&
      (vinculo === '' || vaga.vinculo === vinculo),
  );
  const em = new Set((minhas.data ?? []).filter(({ situacao }) => situacao === 'A').map(({ solicitacao }) => solicitacao.id));
  return (
    <Page title="Vagas abertas" lead={empresa ? `Trabalhe na empresa ${empresa.nome}.` : undefined}>
      {data.length > 0 && (
        <search className="p-filters">
          <TextField
            label="Procurar"
            name="procurar"
            type="search"
            placeholder="Cargo ou palavra"
            value={texto}
            onText={setTexto}
          />
          {lugares.length > 1 && <Filtro label="Cidade" tudo="Todas" valores={lugares} valor={lugar} muda={setLugar} />}
          {vinculos.length > 1 && <Filtro label="Vínculo" tudo="Todos" valores={vinculos} valor={vinculo} muda={setVinculo} />}
        </search>
      )}
      <p className="p-count" role="status">
        {counted(achadas.length, 'vaga encontrada', 'vagas encontradas')}
      </p>
      {data.length === 0 ? (
        <div className="p-card p-empty">
          <p>Não há vagas abertas agora.</p>
          <p className="p-hint">Cadastre-se: o seu currículo fica à vista para as próximas, se você quiser.</p>
          {!conta && (
            <Link className="p-button" to={`/externo/candidatos/new${query}`}>
              Cadastrar o meu currículo
            </Link>
          )}
        </div>
      ) : (
        <ul className="p-ads">
          {achadas.map((vaga) => (
            <li key={vaga.id} className="p-card">
              <h2>
                <Link to={`/externo/anuncios/${vaga.id}${query}`}>{vaga.titulo}</Link>
              </h2>
              <p className="p-facts">
                {[lugarDe(vaga), vaga.vinculo, vaga.horario, counted(vaga.vagas, 'vaga', 'vagas')].filter(Boolean).join(' · ')}
              </p>
              <p className="p-hint">
                {em.has(vaga.solicitacao.id) && <b>Você já se candidatou. </b>}
                {vaga.inscricoesAte
                  ? `Inscrições até ${formatDate(vaga.inscricoesAte)}`
                  : `Publicada em ${formatDate(vaga.publicadoEm)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function Filtro({
  label,
  tudo,
  valores,
  valor,
  muda,
}: {
  label: string;
  tudo: string;
  valores: readonly string[];
  valor: string;
  muda: (valor: string) => void;
}) {
  return (
    <Field label={label}>
      {(marks) => (
        <select {...marks} value={valor} onChange={(event) => muda(event.currentTarget.value)}>
          <option value="">{tudo}</option>
          {valores.map((um) => (
            <option key={um}>{um}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Without a company in the link: the companies that there are. */
function EscolhaDaEmpresa() {
  const { data, fault } = useAnswer<{ id: number; nome: string }[]>('/api/externo/candidatos/empresas-por-cpf');
  return (
    <Page title="Vagas abertas" lead="De qual empresa?">
      {fault && <Notice bad>{fault}</Notice>}
      <ul className="p-ads">
        {data?.map(({ id, nome }) => (
          <li key={id} className="p-card">
            <h2>
              <Link to={`/externo/anuncios?empresaId=${id}`}>{nome}</Link>
            </h2>
          </li>
        ))}
      </ul>
    </Page>
  );
}

export const page = definePage({ title: 'Vagas abertas', content: Anuncios });
