/**
 * The events that GitHub lets an App subscribe to: the permissions of which it needs one, and the first enterprise host that
 * has the event, if not each since 3.14. Made by `npm run github-facts` from @octokit/openapi-webhooks@12.1.0, generated/api.github.com.json
 * (MIT); never edited by hand.
 */
export const documentedEvents = `
branch_protection_configuration | administration |
branch_protection_rule | administration |
check_run | checks |
check_suite | checks |
code_scanning_alert | security_events |
commit_comment | contents |
create | contents |
custom_property | organization_custom_properties |
custom_property_values | organization_custom_properties |
delete | contents |
dependabot_alert | vulnerability_alerts |
deploy_key | deployments |
deployment | deployments |
deployment_protection_rule | deployments |
deployment_review | deployments |
deployment_status | deployments |
discussion | discussions |
discussion_comment | discussions |
fork | contents |
gollum | contents |
issue_comment | issues |
issue_dependencies | issues | 3.19
issues | issues |
label | metadata |
member | members |
membership | members |
merge_group | merge_queues | never
milestone | issues pull_requests |
org_block | organization_administration | never
organization | members |
package | packages |
page_build | pages |
personal_access_token_request | organization_personal_access_token_requests |
project | repository_projects organization_projects |
project_card | repository_projects organization_projects |
project_column | repository_projects organization_projects |
public | metadata |
pull_request | pull_requests |
pull_request_review | pull_requests |
pull_request_review_comment | pull_requests |
pull_request_review_thread | pull_requests |
push | contents |
registry_package | packages |
release | contents |
repository | metadata |
repository_dispatch | contents |
repository_ruleset | administration organization_administration |
secret_scanning_alert | secret_scanning_alerts |
secret_scanning_alert_location | secret_scanning_alerts |
secret_scanning_scan | secret_scanning_alerts | 3.16
security_and_analysis | administration |
star | metadata |
status | statuses |
sub_issues | issues | never
team | members |
team_add | members |
watch | metadata |
workflow_dispatch | contents |
workflow_job | actions |
workflow_run | actions |
`;
